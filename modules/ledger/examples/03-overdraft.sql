-- Nobody spends what is not there: 7 = insufficient. All of it is fine.
select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{1000}', '{10}');

select ledger_post(null, array[id(2)], array[ann('available')], array['chain'], '{1001}', '{20}');

select ledger_post(null, array[id(3)], array[ann('available')], array['chain'], '{1000}', '{20}');

select * from books;
