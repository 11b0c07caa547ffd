-- The accounts that are nobody's: outside world, house, clearing, rounding, reserves. User accounts open with the user.
--
-- Their ids lie above all others. Rows are locked in the order of the ids, so what everybody needs is locked last and shortest.
create sequence ledger_common_account_id start 1000000000001;

-- Outside: minus `chain` is what we own on the chain, minus `issuer` the play dollars in circulation.
-- House accounts never go below zero, except the three that carry what the house advances, loses or is owed: these have a
-- limit of 100 BTC or 6,000,000 USD. So have the clearing accounts: both sides of a conversion meet there, and one asset runs
-- negative while the other grows.
insert into ledger_accounts (id, name, asset, code, min_balance) overriding system value
  select nextval('ledger_common_account_id'), common.name, common.asset, common.code, common.min_balance
  from (
    values ('chain', 1, 4, null), ('issuer', 2, 4, null),
      ('clearing:BTC', 1, 5, -10000000000), ('clearing:USD', 2, 5, -600000000),
      ('rounding:BTC', 1, 6, 0), ('rounding:USD', 2, 6, 0),
      ('reserve:earn', 1, 7, 0)
    union all
    select 'house:' || house || ':' || asset.name, asset.number, 3,
      case when house not in ('forex-advance', 'forex-loss', 'receivable') then 0
        when asset.number = 1 then -10000000000 else -600000000 end
    from unnest('{treasury,faucet,fees,mining,earn-funding,forex-advance,forex-loss,receivable}'::text[]) as house,
      (values ('BTC', 1), ('USD', 2)) as asset(name, number)
  ) as common(name, asset, code, min_balance);
