-- Ann pays 10,000 sats for 6.00 USD at 60,000 USD per BTC: two transfers of one event, each within its own asset.
select ledger_post(null, array[id(1), id(2)], array['chain', 'issuer'], array[ann('available'), 'house:treasury:USD'],
  '{10000, 100000}', '{10, 1}');

select ledger_post('{1, 1}', array[id(3), id(4)], array[ann('available'), 'clearing:USD'],
  array['clearing:BTC', ann('available', 'USD')], '{10000, 600}', '{4, 4}');

select * from books;
