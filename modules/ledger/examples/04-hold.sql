-- A pending transfer (kind 1) moves the money from available to held at once.
select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{1000}', '{10}');

select ledger_post(null, array[id(2)], array[ann('available')], array[ann('held')], '{600}', '{21}', '{1}');

select * from books;

-- What is held leaves only by ending its hold: 8 = hold not open.
select ledger_post(null, array[id(3)], array[ann('held')], array['chain'], '{600}', '{20}');
