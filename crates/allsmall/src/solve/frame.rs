//! A node that is being searched: its children, in which order they are tried,
//! and which of them while other threads are at work.

use super::grid_moves::Step;
use super::item::{Item, Lists};
use super::store::{Place, Store};
use crate::kernel::{MoveName, Patch};

/// A node on the way from the root.
#[derive(Default)]
pub(super) struct Frame {
    pub(super) items: Vec<Item>,
    pub(super) children: Lists,
    /// The children in the order in which they are tried.
    pub(super) order: Vec<Child>,
    /// How many of them have been tried; the last of those is being searched.
    pub(super) tried: usize,
    /// Its place in the store, where other threads see that this one is here;
    /// none for the root and if there are no other threads.
    pub(super) place: Option<Box<Place>>,
    /// Nodes counted when it was entered.
    pub(super) entered: u64,
    /// Whether its children are ordered by the net too.
    pub(super) large: bool,
    /// Its long part as it stands on the board; no stones if that is not known.
    pub(super) patch: Patch,
    /// How each child comes about, by its number, if this is a grid part
    /// beside a value.
    pub(super) steps: Vec<Step>,
}

#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) score: i32,
    /// Its list of items.
    pub(super) number: u32,
    pub(super) hash: u64,
}

/// Which child of a node is tried while other threads are at work.
#[derive(Clone, Copy)]
pub(super) enum Company {
    /// The first one in any case.
    KeepsOrder,
    /// The first one, even if another thread is in it: as long as it may win,
    /// the others may be for nothing. Then those that nobody is in.
    SharesFirst,
    /// Always one that nobody is in, if there is one.
    StaysApart,
}

impl Frame {
    /// Goes on to the next child; false if all have been tried.
    pub(super) fn advance(&mut self, store: &Store, company: Company) -> bool {
        let left = &mut self.order[self.tried..];
        let joins = match company {
            Company::KeepsOrder => true,
            Company::SharesFirst => self.tried == 0,
            Company::StaysApart => false,
        };
        if !joins && let Some(free) = left.iter().position(|child| !store.is_busy(child.hash)) {
            left[..=free].rotate_right(1);
        }
        let more = !left.is_empty();
        self.tried += usize::from(more);
        more
    }

    /// The child that is being searched.
    pub(super) fn current(&self) -> &[Item] {
        self.children.get(self.order[self.tried - 1].number as usize)
    }

    /// The move that leads there, if it has a name.
    pub(super) fn current_move(&self) -> Option<MoveName> {
        let child = self.order[..self.tried].last()?;
        self.steps.get(child.number as usize)?.name
    }
}
