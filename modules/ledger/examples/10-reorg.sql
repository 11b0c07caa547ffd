-- A reorg takes a credited deposit of 1,000 back after Ann spent 400. Nothing is edited: 600 come from Ann,
-- the missing 400 become what the house is owed.
select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{1000}', '{10}');

select ledger_post(null, array[id(2)], array[ann('available')], array[bob('available')], '{400}', '{2}');

select ledger_post('{1, 1}', array[id(3), id(4)], array[ann('available'), 'house:receivable:BTC'], array['chain', 'chain'],
  '{600, 400}', '{11, 26}');

select * from books;
