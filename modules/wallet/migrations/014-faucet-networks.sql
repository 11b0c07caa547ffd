-- Given per network of the askers and UTC day, so that many accounts of one person are no way to more; forgotten when the day is
-- over. How much it may be follows the posted daily amount; the statement that gives checks it.
create table wallet_faucet_networks (
  network text not null,
  day date not null,
  given_sats bigint not null check (given_sats >= 0),
  primary key (network, day)
);
create index wallet_faucet_networks_day on wallet_faucet_networks (day);
