-- The id is the idempotency key: the same transfer again changes nothing (1 = exists),
-- another transfer under the same id is refused (2 = id reused).
select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{1000}', '{10}');

select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{1000}', '{10}');

select ledger_post(null, array[id(1)], array['chain'], array[ann('available')], '{999}', '{10}');

select * from books;
