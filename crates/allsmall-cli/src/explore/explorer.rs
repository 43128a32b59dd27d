//! The state of the explorer: the positions from the start to here, and which option
//! is chosen.

use std::time::Duration;

use allsmall::{Budget, Player, Position};

use super::node::{Node, OptionLine, TimedValuer};

/// Positions from the start to the one that is shown.
pub(super) struct Explorer {
    path: Vec<Visit>,
    valuer: TimedValuer,
}

/// A position on the path, and the chosen option.
struct Visit {
    node: Node,
    player: Player,
    /// The chosen row of each player.
    rows: [usize; 2],
}

/// What a key does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Up,
    Down,
    OtherPlayer,
    Into,
    Back,
    Start,
}

impl Explorer {
    pub(super) fn new(position: Position, budget: &Budget, time: Duration) -> Explorer {
        let mut valuer = TimedValuer::new(budget, time);
        let start = Visit::new(Node::new(position, None, &mut valuer), Player::Left);
        Explorer { path: vec![start], valuer }
    }

    fn here(&self) -> &Visit {
        self.path.last().expect("the start is never left")
    }

    /// The time limit for the values of one position.
    pub(super) fn time(&self) -> Duration {
        self.valuer.time
    }

    /// The position that is shown.
    pub(super) fn node(&self) -> &Node {
        &self.here().node
    }

    /// The moves from the start to here.
    pub(super) fn moves(&self) -> Vec<String> {
        let came_by = self.path.iter().filter_map(|visit| visit.node.came_by.as_ref());
        came_by.map(|(player, name)| format!("{player} {name}")).collect()
    }

    /// The player whose option is chosen.
    pub(super) fn player(&self) -> Player {
        self.here().player
    }

    /// The options of a player.
    pub(super) fn options(&self, player: Player) -> &[OptionLine] {
        &self.node().options[index(player)]
    }

    /// The number of the chosen option of a player.
    pub(super) fn row(&self, player: Player) -> usize {
        self.here().rows[index(player)]
    }

    /// The chosen option.
    pub(super) fn chosen(&self) -> Option<&OptionLine> {
        self.options(self.player()).get(self.row(self.player()))
    }

    pub(super) fn step(&mut self, step: Step) {
        let (player, count) = (self.player(), self.options(self.player()).len());
        let visit = self.path.last_mut().expect("the start is never left");
        let row = &mut visit.rows[index(player)];
        match step {
            Step::Up => *row = row.saturating_sub(1),
            Step::Down => *row = (*row + 1).min(count.saturating_sub(1)),
            Step::OtherPlayer => visit.player = player.opponent(),
            Step::Into => self.enter(player),
            Step::Back if self.path.len() > 1 => drop(self.path.pop()),
            Step::Back => {}
            Step::Start => self.path.truncate(1),
        }
    }

    /// Goes into the chosen option; the opponent is to move there.
    fn enter(&mut self, player: Player) {
        let Some(OptionLine { mv, name, .. }) = self.chosen() else { return };
        let after = self.node().position.after(player, *mv).expect("a listed move is legal");
        let came_by = Some((player, name.clone()));
        let node = Node::new(after, came_by, &mut self.valuer);
        self.path.push(Visit::new(node, player.opponent()));
    }
}

impl Visit {
    fn new(node: Node, player: Player) -> Visit {
        Visit { node, player, rows: [0, 0] }
    }
}

fn index(player: Player) -> usize {
    usize::from(player == Player::Right)
}
