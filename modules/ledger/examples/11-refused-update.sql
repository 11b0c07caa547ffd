-- The database refuses, whoever asks.
select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{1000}', '{10}');

update ledger_transfers set amount = 2000;

delete from ledger_transfers;

update ledger_accounts set balance = balance + 1000 where name = ann('available');

update ledger_accounts set balance = balance + case name when 'chain' then 1001 else -1001 end
  where name in ('chain', ann('available'));

select * from books;
