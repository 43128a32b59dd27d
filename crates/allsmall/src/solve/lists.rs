//! Lists of items, one after another in one piece of memory.

use super::item::Item;

/// The lists; each is named by its number.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    items: Vec<Item>,
    ends: Vec<u32>,
}

impl Lists {
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.ends.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, i: usize) -> &[Item] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.items[start as usize..self.ends[i] as usize]
    }

    pub(super) fn push(&mut self, list: &[Item]) {
        self.items.extend_from_slice(list);
        self.ends.push(self.items.len() as u32);
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<Item>() + self.ends.capacity() * 4
    }
}
