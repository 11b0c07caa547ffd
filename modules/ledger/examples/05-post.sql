-- A hold ends by a post (kind 2). What is not needed is released (kind 4) earlier in the same event.
select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{1000}', '{10}');

select ledger_post(null, array[id(2)], array[ann('available')], array[ann('held')], '{600}', '{21}', '{1}');

-- Legs 1 and 2 form the event that begins at leg 1.
select ledger_post('{1, 1}', array[id(3), id(4)], array[ann('held'), ann('held')], array[ann('available'), 'chain'],
  '{200, 400}', '{25, 20}', '{4, 2}', array[id(2), id(2)]);

-- It is over: a second end is refused.
select ledger_post(null, array[id(5)], array[ann('held')], array[ann('available')], '{600}', '{23}', '{3}', array[id(2)]);

select * from books;
