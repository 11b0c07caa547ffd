-- The secret key that signs the log's checkpoints, sealed by the master key.
create table transparency_log_keys (
  id smallint primary key check (id = 1),
  sealed bytea not null,
  public_key bytea not null check (length(public_key) = 32),
  made_at timestamptz not null
);

-- One log per generation. The next one begins when an older database was put in place, because it may have lost leaves that
-- were already published. The first generation is 1, and later ones are times in minutes.
create table transparency_logs (
  generation integer primary key check (generation > 0),
  -- Random id of the installation, the same in all generations.
  installation text not null,
  origin text not null unique,
  -- The newest incident that showed an older database when the log was opened. Null if there was none.
  rollback_id bigint,
  opened_at timestamptz not null
);

create table transparency_log_leaves (
  generation integer not null references transparency_logs,
  index bigint not null check (index >= 0),
  kind text not null,
  -- Identifies what the leaf is about, so that nothing is logged twice.
  subject text not null,
  body bytea not null check (length(body) between 1 and 65535),
  logged_at timestamptz not null,
  primary key (generation, index),
  unique (generation, kind, subject)
);
create index transparency_log_leaves_newest on transparency_log_leaves (generation, kind, index);

-- Hashes of all complete nodes of the tree. Level 0 has the leaves.
create table transparency_log_nodes (
  generation integer not null references transparency_logs,
  level smallint not null check (level >= 0),
  index bigint not null check (index >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (generation, level, index)
);

create table transparency_log_checkpoints (
  generation integer not null references transparency_logs,
  size bigint not null check (size > 0),
  root bytea not null check (length(root) = 32),
  -- The signed note, without signatures of witnesses.
  note text not null,
  made_at timestamptz not null,
  primary key (generation, size)
);

-- Signatures of witnesses.
create table transparency_log_cosignatures (
  generation integer not null,
  size bigint not null,
  witness text not null,
  line text not null,
  received_at timestamptz not null,
  primary key (generation, size, witness),
  foreign key (generation, size) references transparency_log_checkpoints
);

-- The transfers of each ledger digest: entries of the account that pays, after from_version up to to_version.
create table transparency_log_ranges (
  generation integer not null,
  leaf bigint not null,
  account bigint not null,
  from_version bigint not null,
  to_version bigint not null check (to_version > from_version),
  primary key (generation, leaf, account),
  foreign key (generation, leaf) references transparency_log_leaves
);
create index transparency_log_ranges_account on transparency_log_ranges (generation, account, to_version);

-- The last digested entry of each account that pays. Updated with each digest.
create table transparency_log_cursors (
  generation integer not null references transparency_logs,
  account bigint not null,
  version bigint not null,
  primary key (generation, account)
);

create function transparency_log_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the log only grows: % on % is refused', tg_op, tg_table_name using errcode = 'HF001';
end $$;

create trigger transparency_logs_append_only before update or delete or truncate on transparency_logs
  for each statement execute function transparency_log_refuse_change();
create trigger transparency_log_leaves_append_only before update or delete or truncate on transparency_log_leaves
  for each statement execute function transparency_log_refuse_change();
create trigger transparency_log_nodes_append_only before update or delete or truncate on transparency_log_nodes
  for each statement execute function transparency_log_refuse_change();
create trigger transparency_log_checkpoints_append_only before update or delete or truncate on transparency_log_checkpoints
  for each statement execute function transparency_log_refuse_change();
create trigger transparency_log_cosignatures_append_only before update or delete or truncate on transparency_log_cosignatures
  for each statement execute function transparency_log_refuse_change();
create trigger transparency_log_ranges_append_only before update or delete or truncate on transparency_log_ranges
  for each statement execute function transparency_log_refuse_change();
