-- Legs of one event stand or fall together: the second cannot be paid (7), so the first does not happen either (9).
select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{1000}', '{10}');

select ledger_post('{1, 1}', array[id(2), id(3)], array[ann('available'), ann('available')], array[bob('available'), 'house:fees:BTC'],
  '{900, 101}', '{2, 22}');

-- Two events of one call are judged one by one.
select ledger_post('{1, 2}', array[id(4), id(5)], array[ann('available'), ann('available')], array[bob('available'), 'house:fees:BTC'],
  '{900, 101}', '{2, 22}');

select * from books;
