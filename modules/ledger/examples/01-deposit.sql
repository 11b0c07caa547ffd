-- A confirmed deposit: the outside world loses 1,000 sats, Ann gains them. Code 10 is a deposit. 0 = ok.
select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{1000}', '{10}');

select * from books;
