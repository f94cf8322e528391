//! Why the ground may use a transposition table in games with repeated positions.
//!
//! **The games.** A position met again between turns ends the game with a value fixed by the
//! rules (or, where they let play go on, endless play counts as a draw). Within one turn, coming back to
//! an earlier choice is a turn without an end, with the value that the rules give to never-ending
//! moves. So what a position is worth seems to depend on how it was reached, and values proven on one path
//! seem useless on another: the graph-history interaction.
//!
//! **Constant cycles.** Call the value of meeting `p` again `c(p)`. Under most rules `c` has the same
//! value at all positions of a cycle: in four-row games it is 0, a draw; in two-row games it is the
//! difference of the seeds banked, and what is banked never comes back into play, so it cannot change on the
//! way from a position to itself. (Not so where each player gets the seeds of his row at a
//! repetition, or where reserved holes can be sown: there the ground uses no table at all, and searches
//! the tree of histories as the rules define it.)
//!
//! **The infinite game.** Let `V(p)` be the value of the game from `p` in which positions may recur,
//! where a play that goes on for ever is worth the constant of the cycle positions that it
//! visits for ever, and a turn that goes on for ever what the rules say. `V` depends on `p` only.
//!
//! **Theorem.** *Take the game tree from a root without history, cut at every terminal position, at
//! every position equal to an ancestor (worth `c`, or the never-ending value within one turn), and at
//! any set of further nodes `q` worth `V(q)`. Its minimax value is `V(root)`.*
//!
//! *Proof.* Let `L` be the tree's value, and let South play the tree's best strategy; whenever the play
//! reaches a cut that repeats an ancestor, he goes on as if he were at the ancestor, and at a cut `q`
//! he goes on with his best play for `V(q)`. If the play ends, or comes to such a `q`, he gets at least `L`. If
//! it comes back infinitely often, consider the ancestors returned to from a different turn infinitely often: they lie
//! on common cycles, so `c` is the same at all of them, it is the value of this play, and it is at least
//! `L`, being the value of a cut that the strategy allows. If from some time on the play stays
//! in one turn, the same holds with the never-ending value. So `V(root) >= L`; North's strategy shows
//! `V(root) <= L` in the same way. ∎
//!
//! **What may be stored.** The same argument proves a bound from the part of the tree that it rests
//! on. Let the attacker prove `value >= want` at `p` by a tree in which some lines end at ancestors of
//! `p` on the search path. If `want` (or any better bound proven) exceeds `c(p)`, no such line is part
//! of the proof: its value `c` would be too low. Then the proof holds on every path. If not, the proof
//! holds *on the condition* that those ancestors are worth `want` too, and it is kept aside
//! (`pending`) as long as they are being searched: it may be used meanwhile, as each use adds the same
//! condition to its user. When the topmost such ancestor `a` is itself proved, all the trees together are
//! one strategy that never leaves them except to ends worth `want`, and stays in them for ever at
//! `c >= want`: all the facts hold on every path and enter the table. If an ancestor on the way is not
//! proved, what was found below it is forgotten. Refutations are proofs of the other player.
//!
//! So the table never holds anything but proven bounds on `V`, and every answer is proven.
