-- What may pay, by its amount: the largest and the ones that just reach it are found without reading all.
create index wallet_coins_spendable on wallet_coins (amount_sats desc, txid, vout)
  where height is not null and spent_txid is null and reserved_by is null;
