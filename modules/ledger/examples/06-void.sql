-- A void (kind 3) brings all of a hold back.
select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{1000}', '{10}');

select ledger_post(null, array[id(2)], array[ann('available')], array[ann('held')], '{600}', '{21}', '{1}');

select ledger_post(null, array[id(3)], array[ann('held')], array[ann('available')], '{600}', '{23}', '{3}', array[id(2)]);

select * from books;
