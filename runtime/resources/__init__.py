"""What queues, tables, iterators and accumulators hold: taken out of a session, and put into the next or back."""
