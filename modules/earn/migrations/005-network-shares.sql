-- Interest set aside at openings per network of the askers and UTC day, so that many accounts of one person are no way to the whole
-- fund; forgotten when the day is over. The statement that takes checks how much it may be.
create table earn_networks (
  network text not null,
  day date not null,
  locked_sats bigint not null check (locked_sats >= 0),
  primary key (network, day)
);
create index earn_networks_day on earn_networks (day);
