//! laps per second
use sow_loops::walk::Walk;
fn main() {
    let ring: [u8; 16] = [27, 0, 1, 0, 2, 1, 0, 1, 0, 1, 0, 2, 1, 0, 6, 3];
    for n in [16usize, 14, 15, 12] {
        let mut total = 0u64;
        let mut w = Walk::<72>::new(&ring[..n], 0);
        let mut w2 = Walk::<16>::new(&ring[..n], 0);
        for w in [0, 1] {
            let _ = w;
        }
        let t = std::time::Instant::now();
        let mut stops = 0;
        while total < 300_000_000 {
            let k = w.run(1000, 300_000_000);
            total += k;
            if k < 300_000_000 {
                stops += 1;
                w.lap(w.hand());
                total += 1;
            }
        }
        let e = t.elapsed();
        println!(
            "72 n {n} {:.1} M/s stops {stops}",
            total as f64 / e.as_secs_f64() / 1e6
        );
        let t = std::time::Instant::now();
        total = 0;
        while total < 300_000_000 {
            let k = w2.run(1000, 300_000_000);
            total += k;
            if k < 300_000_000 {
                stops += 1;
                w2.lap(w2.hand());
                total += 1;
            }
        }
        let e = t.elapsed();
        println!(
            "16 n {n} {:.1} M/s stops {stops}",
            total as f64 / e.as_secs_f64() / 1e6
        );
    }
}
