-- The faucet's share of one network and its total of all users are terms now. Whoever posted terms before keeps the others. The
-- total is a row of wallet_faucet_networks like those of networks, under the name "all".
insert into wallet_terms (id, subject, terms, valid_from, source, set_by)
  select 'trm_start_faucet_totals', 'faucet', terms || '{"networkAccounts": "40", "totalDaily": "5000000000"}',
    valid_from + interval '1 millisecond', 'Starting limits of this product', 'Hashfloor'
  from wallet_terms where subject = 'faucet' order by valid_from desc limit 1;
