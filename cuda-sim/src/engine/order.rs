//! What is known to have happened before what: the order that streams, events and waits give, not the one that chance gave.

use std::sync::Arc;

use crate::engine::lane::Ticket;
use crate::world::handle::Key;

/// For each lane, how many of its operations come before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    /// Sorted by lane.
    known: Vec<(Key, u64)>,
    /// More may come before than is known: there was a wait for a value, and whoever wrote it came before.
    is_blurred: bool,
}

/// A place in a lane, and what comes before it.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) ticket: Ticket,
    /// Includes the ticket itself.
    pub(crate) order: Arc<Order>,
}

impl Order {
    /// Whether an operation comes before.
    pub(crate) fn knows(&self, ticket: Ticket) -> bool {
        match self.known.binary_search_by_key(&ticket.lane, |(lane, _)| *lane) {
            Ok(index) => self.known[index].1 >= ticket.number,
            Err(_) => false,
        }
    }

    /// Adds a ticket, and with it all before it in its lane.
    pub(crate) fn note(&mut self, ticket: Ticket) {
        match self.known.binary_search_by_key(&ticket.lane, |(lane, _)| *lane) {
            Ok(index) => self.known[index].1 = self.known[index].1.max(ticket.number),
            Err(index) => self.known.insert(index, (ticket.lane, ticket.number)),
        }
    }

    /// Adds all that another order knows.
    pub(crate) fn join(&mut self, other: &Order) {
        for (lane, number) in &other.known {
            self.note(Ticket { lane: *lane, number: *number });
        }
        self.is_blurred |= other.is_blurred;
    }

    pub(crate) fn is_blurred(&self) -> bool {
        self.is_blurred
    }

    pub(crate) fn blur(&mut self) {
        self.is_blurred = true;
    }

    /// Says that all that comes before is known again: these tickets.
    pub(crate) fn sharpen(&mut self, tickets: impl Iterator<Item = Ticket>) {
        tickets.for_each(|ticket| self.note(ticket));
        self.is_blurred = false;
    }

    /// Whether joining `other` would add nothing.
    pub(crate) fn covers(&self, other: &Order) -> bool {
        (self.is_blurred || !other.is_blurred)
            && other.known.iter().all(|(lane, number)| self.knows(Ticket { lane: *lane, number: *number }))
    }

    /// Forgets lanes that are gone: nobody asks for them any more.
    pub(crate) fn retain(&mut self, is_live: impl Fn(Key) -> bool) {
        self.known.retain(|(lane, _)| is_live(*lane));
    }

    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }
}

/// Joins into a shared order, copying it only if that changes anything.
pub(crate) fn join(order: &mut Arc<Order>, other: &Order) {
    if !order.covers(other) {
        Arc::make_mut(order).join(other);
    }
}

#[cfg(test)]
mod tests {
    use super::Order;
    use crate::engine::lane::Ticket;

    #[test]
    fn an_order_knows_what_it_was_told_and_all_before_it() {
        let (mut one, mut other) = (Order::default(), Order::default());
        one.note(Ticket { lane: 7, number: 3 });
        other.note(Ticket { lane: 9, number: 1 });
        other.join(&one);
        assert!(other.knows(Ticket { lane: 7, number: 2 }) && other.knows(Ticket { lane: 9, number: 1 }));
        assert!(!other.knows(Ticket { lane: 7, number: 4 }) && !one.knows(Ticket { lane: 9, number: 1 }));
        assert!(other.covers(&one) && !one.covers(&other));
    }
}
