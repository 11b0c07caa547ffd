-- The accounts that are nobody's: outside world, house, clearing, rounding, reserves. User accounts open with the user.

-- Outside: minus `chain` is what we own on the chain, minus `issuer` the play dollars in circulation.
insert into ledger_accounts (name, asset, code, min_balance) values ('chain', 1, 4, null), ('issuer', 2, 4, null);

-- House accounts never go below zero, except the three that carry what the house advances, loses or is owed: these have a
-- limit of 100 BTC or 6,000,000 USD.
insert into ledger_accounts (name, asset, code, min_balance)
  select 'house:' || house || ':' || asset.name, asset.number, 3,
    case when house not in ('forex-advance', 'forex-loss', 'receivable') then 0
      when asset.number = 1 then -10000000000 else -600000000 end
  from unnest('{treasury,faucet,fees,mining,earn-funding,forex-advance,forex-loss,receivable}'::text[]) as house,
    (values ('BTC', 1), ('USD', 2)) as asset(name, number);

-- Both sides of a conversion meet here, so one asset runs negative while the other grows.
insert into ledger_accounts (name, asset, code, min_balance)
  values ('clearing:BTC', 1, 5, -10000000000), ('clearing:USD', 2, 5, -600000000);

insert into ledger_accounts (name, asset, code, min_balance)
  values ('rounding:BTC', 1, 6, 0), ('rounding:USD', 2, 6, 0), ('reserve:earn', 1, 7, 0);
