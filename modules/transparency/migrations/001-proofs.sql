-- The secret from which the nonces of all users are derived, sealed by the master key.
create table transparency_roots (
  id smallint primary key check (id = 1),
  sealed bytea not null,
  made_at timestamptz not null
);

-- Proofs of liabilities. They are kept permanently, and nobody can change or delete them.
create table transparency_proofs (
  id text primary key,
  height integer not null check (height >= 0),
  block_hash text not null,
  taken_at timestamptz not null,
  -- Number of leaves, including the zero leaves that fill the tree.
  leaves integer not null check (leaves > 0),
  digest bytea not null check (length(digest) = 32),
  sum_sats bigint not null check (sum_sats >= 0),
  -- The part of the sum that is in the users' ledger accounts, available and held.
  ledger_sats bigint not null check (ledger_sats between 0 and sum_sats)
);
create index transparency_proofs_newest on transparency_proofs (taken_at desc);

create function transparency_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'proofs are only added: % on % is refused', tg_op, tg_table_name using errcode = 'HF001';
end $$;

create trigger transparency_proofs_append_only before update or delete or truncate on transparency_proofs
  for each statement execute function transparency_refuse_change();

-- The nodes of each tree, 40 bytes each, in chunks of 1,024. Level 0 has the leaves. Deleted after 35 days.
create table transparency_nodes (
  proof_id text not null references transparency_proofs,
  level smallint not null check (level >= 0),
  chunk integer not null check (chunk >= 0),
  bytes bytea not null,
  primary key (proof_id, level, chunk)
);

-- The leaves of each user, which only this user may see. Deleted after 35 days, or with the account.
create table transparency_leaves (
  proof_id text not null references transparency_proofs,
  user_id uuid not null,
  account_number bigint not null,
  places integer[] not null,
  sats bigint[] not null,
  primary key (proof_id, user_id)
);
create index transparency_leaves_user on transparency_leaves (user_id);
