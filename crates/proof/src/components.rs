//! The strongly connected components of a graph, by Tarjan's algorithm (1972) without recursion.

/// Hands out components one by one, each after all that it leads to.
#[derive(Debug)]
pub(crate) struct Components {
    /// When a node was met, from 1; 0 before.
    met: Vec<u32>,
    /// The earliest node still open that is known to be reached.
    low: Vec<u32>,
    is_open: Vec<bool>,
    open: Vec<u32>,
    /// Nodes on the way, each with the number of edges that have been followed.
    way: Vec<(u32, u32)>,
    /// Where to look for nodes not met.
    start: usize,
    time: u32,
}

impl Components {
    /// For a graph of `nodes` nodes.
    pub(crate) fn new(nodes: usize) -> Self {
        Self {
            met: vec![0; nodes],
            low: vec![0; nodes],
            is_open: vec![false; nodes],
            open: Vec::new(),
            way: Vec::new(),
            start: 0,
            time: 0,
        }
    }

    /// The next component, `None` after the last. `edges` gives the nodes that a node leads to, always the same.
    pub(crate) fn next<'g>(&mut self, edges: impl Fn(usize) -> &'g [u32]) -> Option<Vec<usize>> {
        loop {
            let Some(&mut (node, ref mut followed)) = self.way.last_mut() else {
                while *self.met.get(self.start)? > 0 {
                    self.start += 1;
                }
                self.meet(self.start as u32);
                continue;
            };
            let at = node as usize;
            if let Some(&after) = edges(at).get(*followed as usize) {
                *followed += 1;
                let to = after as usize;
                if self.met[to] == 0 {
                    self.meet(after);
                } else if self.is_open[to] {
                    self.low[at] = self.low[at].min(self.met[to]);
                }
                continue;
            }
            self.way.pop();
            if let Some(&(before, _)) = self.way.last() {
                let before = before as usize;
                self.low[before] = self.low[before].min(self.low[at]);
            }
            if self.low[at] == self.met[at] {
                return Some(self.close(node));
            }
        }
    }

    fn meet(&mut self, node: u32) {
        self.time += 1;
        let at = node as usize;
        self.met[at] = self.time;
        self.low[at] = self.time;
        self.is_open[at] = true;
        self.open.push(node);
        self.way.push((node, 0));
    }

    fn close(&mut self, node: u32) -> Vec<usize> {
        let mut component = Vec::new();
        while let Some(member) = self.open.pop() {
            self.is_open[member as usize] = false;
            component.push(member as usize);
            if member == node {
                break;
            }
        }
        component
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_what_they_lead_to() {
        // 0 -> 1 -> 2 -> 0, 2 -> 3 -> 4 -> 3, 5 alone with a loop.
        let edges: Vec<Vec<u32>> = vec![vec![1], vec![2], vec![0, 3], vec![4], vec![3], vec![5]];
        let mut components = Components::new(6);
        let mut found = Vec::new();
        while let Some(mut component) = components.next(|node| &edges[node]) {
            component.sort_unstable();
            found.push(component);
        }
        assert_eq!(found, [vec![3, 4], vec![0, 1, 2], vec![5]]);
    }
}
