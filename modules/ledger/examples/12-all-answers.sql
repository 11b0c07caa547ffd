-- One story with the answers in a row: 0 ok, 1 exists, 2 id reused, 7 insufficient, 4 asset, 8 hold not open, 9 other leg.
select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{1000}', '{10}') as t1;

select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{1000}', '{10}') as t1_again;

select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{999}', '{10}') as t1_with_999;

select ledger_post(null, array[id(2)], array[ann('available')], array['chain'], '{5000}', '{20}') as t2;

select ledger_post(null, array[id(3)], array[ann('available')], array[ann('available', 'USD')], '{5}', '{2}') as t3;

select ledger_post(null, array[id(4)], array[ann('available')], array[ann('held')], '{600}', '{21}', '{1}') as t4_pending;

select ledger_post('{1, 1}', array[id(5), id(6)], array[ann('held'), ann('held')], array[ann('available'), 'chain'],
  '{200, 400}', '{25, 20}', '{4, 2}', array[id(4), id(4)]) as t5_release_t6_post;

select ledger_post(null, array[id(7)], array[ann('held')], array[ann('available')], '{600}', '{23}', '{3}', array[id(4)]) as t7_void;

select ledger_post('{1, 1}', array[id(8), id(9)], array[ann('available'), ann('available')], array['chain', 'chain'],
  '{100, 100000}', '{20, 20}') as t8_t9;

select * from books;
