-- The one chain this database belongs to; block_one_hash is null until the chain has a block 1.
create table bitcoin_chain (
  is_only boolean primary key default true check (is_only),
  backend text not null,
  network text not null,
  block_one_hash text
);
