//! Threads with a stack for deep recursion. WebAssembly has none: there the caller's own stack must be deep enough.

/// Stack for the recursion of the search, reserved and not used until needed.
const STACK: usize = 256 << 20;

/// Runs `work` on a thread with a stack for deep recursion.
pub(crate) fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if cfg!(target_family = "wasm") {
        return work();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work);
        match thread.map(|thread| thread.join()) {
            Ok(Ok(found)) => found,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("the thread that searches cannot be started: {error}"),
        }
    })
}

/// Runs `lead` here and `help` on further threads, `threads` in all; the nodes of the helpers.
pub(crate) fn together(
    threads: usize,
    help: impl Fn(usize) -> u64 + Sync,
    lead: impl FnOnce(),
) -> u64 {
    std::thread::scope(|scope| {
        let help = &help;
        let helpers: Vec<_> = (1..threads)
            .map_while(|number| {
                let thread = std::thread::Builder::new().stack_size(STACK);
                // Where there are no more threads to be had, fewer will do.
                thread.spawn_scoped(scope, move || help(number)).ok()
            })
            .collect();
        lead();
        let nodes = helpers.into_iter().map(|helper| match helper.join() {
            Ok(nodes) => nodes,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        nodes.sum()
    })
}
