-- Runs before each example; everything is rolled back after it.
-- Short names for what the product builds in code: transfer ids, Ann's and Bob's accounts, and a look at the books.
create function id(number int) returns uuid language sql as $$
  select ('01900000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid
$$;
create function ann(part text, asset text default 'BTC') returns text language sql as $$
  select 'user:00000000-0000-4000-8000-00000000000a:' || part || ':' || asset
$$;
create function bob(part text, asset text default 'BTC') returns text language sql as $$
  select 'user:00000000-0000-4000-8000-00000000000b:' || part || ':' || asset
$$;
insert into ledger_accounts (name, asset, class, user_id, min_balance)
  select 'user:' || owner || ':' || part || ':' || asset, case asset when 'BTC' then 1 else 2 end,
    case part when 'available' then 1 else 2 end, owner, 0
  from unnest(array['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']::uuid[]) as owner,
    unnest(array['available', 'held']) as part, unnest(array['BTC', 'USD']) as asset;
create function short(account text) returns text language sql as $$
  select regexp_replace(regexp_replace(account, '^user:[-0]+4000-8000-0+a:', 'ann '), '^user:[-0]+4000-8000-0+b:', 'bob ')
$$;
create view books as
  select short(name) as account, balance, version from ledger_accounts where version > 0 order by name;
