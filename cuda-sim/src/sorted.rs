//! [`Sorted`]: a map in one piece of memory.

/// A map whose entries lie in a vector, sorted by key.
///
/// Keys here are handles and addresses, which mostly grow, so an entry is nearly always added at the end. A driver call is mostly
/// look-ups, and under Miri, where every step of them is interpreted, one in a B-tree costs five times as much.
#[derive(Clone, Debug)]
pub(crate) struct Sorted<K, V> {
    /// What was removed leaves a hole, so that nothing moves; at most half of the entries are holes, or [`FEW`].
    entries: Vec<(K, Option<V>)>,
    holes: usize,
}

/// So many holes are left alone.
const FEW: usize = 16;

impl<K, V> Sorted<K, V> {
    pub(crate) const fn new() -> Self {
        Sorted { entries: Vec::new(), holes: 0 }
    }
}

impl<K, V> Default for Sorted<K, V> {
    fn default() -> Self {
        Sorted::new()
    }
}

impl<K: Copy + Ord, V> Sorted<K, V> {
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        let place = self.find(*key).ok()?;
        self.entries[place].1.as_ref()
    }

    pub(crate) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let place = self.find(*key).ok()?;
        self.entries[place].1.as_mut()
    }

    pub(crate) fn contains_key(&self, key: &K) -> bool {
        self.get(key).is_some()
    }

    /// The value of the greatest key that is not above `key`.
    pub(crate) fn at_or_below(&self, key: K) -> Option<&V> {
        let end = self.find(key).map_or_else(|place| place, |place| place + 1);
        self.entries[..end].iter().rev().find_map(|(_, value)| value.as_ref())
    }

    pub(crate) fn insert(&mut self, key: K, value: V) {
        match self.find(key) {
            Ok(place) => {
                let before = self.entries[place].1.replace(value);
                self.holes -= usize::from(before.is_none());
            }
            Err(place) => self.entries.insert(place, (key, Some(value))),
        }
    }

    /// The value of a key, which is made if it is not there.
    pub(crate) fn get_or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let place = self.find(key).unwrap_or_else(|place| {
            self.entries.insert(place, (key, None));
            self.holes += 1;
            place
        });
        let value = &mut self.entries[place].1;
        self.holes -= usize::from(value.is_none());
        value.get_or_insert_default()
    }

    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        let place = self.find(*key).ok()?;
        let value = self.entries[place].1.take()?;
        self.holes += 1;
        if self.holes > FEW && self.holes > self.entries.len() / 2 {
            self.close_holes();
        }
        Some(value)
    }

    /// Takes out every value that `picked` picks.
    pub(crate) fn remove_where(&mut self, picked: impl Fn(&V) -> bool) -> Vec<V> {
        let gone = self.entries.iter_mut().filter_map(|(_, value)| value.take_if(|value| picked(value))).collect();
        self.close_holes();
        gone
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = K> {
        self.iter().map(|(key, _)| key)
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &V> {
        self.entries.iter().filter_map(|(_, value)| value.as_ref())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.entries.iter().filter_map(|(key, value)| Some((*key, value.as_ref()?)))
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len() - self.holes
    }

    fn close_holes(&mut self) {
        self.entries.retain(|(_, value)| value.is_some());
        self.holes = 0;
    }

    /// Where a key is, or where it would be. By hand: in the standard library's search each step is a call or two.
    fn find(&self, key: K) -> Result<usize, usize> {
        let entries = self.entries.as_slice();
        let (mut low, mut high) = (0, entries.len());
        while low < high {
            let middle = (low + high) / 2;
            if entries[middle].0 < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if low < entries.len() && entries[low].0 == key { Ok(low) } else { Err(low) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Sorted;

    #[test]
    fn it_does_as_a_tree_does() {
        let (mut sorted, mut tree) = (Sorted::new(), BTreeMap::new());
        // Keys below 83, in an order that jumps about: some come, and then some go.
        for step in 0..1000_u64 {
            let key = step * 29 % 83;
            match step % 120 {
                ..60 => {
                    sorted.insert(key, step);
                    tree.insert(key, step);
                }
                60..65 => assert_eq!(sorted.get_or_default(key), tree.entry(key).or_default()),
                _ => assert_eq!(sorted.remove(&key), tree.remove(&key)),
            }
            let asked = step % 85;
            assert_eq!((sorted.len(), sorted.contains_key(&asked)), (tree.len(), tree.contains_key(&asked)));
            assert_eq!(sorted.get(&asked), tree.get(&asked));
            assert_eq!(sorted.at_or_below(asked), tree.range(..=asked).next_back().map(|(_, value)| value));
            assert!(sorted.iter().eq(tree.iter().map(|(key, value)| (*key, value))));
        }
    }

    #[test]
    fn what_is_picked_goes_and_the_rest_keeps_its_order() {
        let mut sorted = Sorted::new();
        (0..9).for_each(|key| *sorted.get_or_default(key) = key);
        assert_eq!(sorted.remove_where(|value| value % 3 == 1), [1, 4, 7]);
        assert!(sorted.keys().eq([0, 2, 3, 5, 6, 8]));
    }
}
