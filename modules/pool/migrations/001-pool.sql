-- What miners did. Work is counted in whole millionths of difficulty, so that sums of it are exact.

-- Made by a worker's first accepted share. Without a user: the house's own rig.
create table pool_workers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  is_house boolean not null,
  name text not null check (name ~ '^[A-Za-z0-9_-]{1,32}$'),
  first_share_at timestamptz not null,
  last_share_at timestamptz not null,
  shares bigint not null,
  work_micros numeric(38, 0) not null,
  best_share_micros numeric(78, 0) not null,
  rejected_stale bigint not null default 0,
  rejected_duplicate bigint not null default 0,
  rejected_low bigint not null default 0,
  rejected_invalid bigint not null default 0
);
create unique index pool_workers_of_user on pool_workers (user_id, name) where user_id is not null;
create unique index pool_workers_of_house on pool_workers (name) where is_house;

-- A batch is written once: what is sent again within 90 days adds nothing.
create table pool_share_batches (
  id uuid primary key,
  instance_id uuid not null,
  shares int not null,
  posted_at timestamptz not null default now()
);

create index pool_share_batches_by_age on pool_share_batches (posted_at);

-- Accepted ones, for seven days.
create table pool_shares (
  batch_id uuid not null,
  position int not null,
  worker_id uuid not null references pool_workers (id),
  accepted_at timestamptz not null,
  work_micros bigint not null check (work_micros > 0),
  share_micros numeric(78, 0) not null check (share_micros > 0),
  hash bytea not null,
  primary key (batch_id, position)
);
create index pool_shares_of_worker on pool_shares (worker_id, accepted_at desc);
create index pool_shares_by_age on pool_shares (accepted_at);

-- Ten minutes of a worker, for 90 days.
create table pool_work_slots (
  worker_id uuid not null references pool_workers (id),
  slot_at timestamptz not null,
  work_micros numeric(38, 0) not null,
  shares int not null,
  rejected_stale int not null default 0,
  rejected_duplicate int not null default 0,
  rejected_low int not null default 0,
  rejected_invalid int not null default 0,
  primary key (worker_id, slot_at)
);
create index pool_work_slots_by_time on pool_work_slots (slot_at);

-- A day of a worker, by UTC, for ever.
create table pool_work_days (
  worker_id uuid not null references pool_workers (id),
  day date not null,
  work_micros numeric(38, 0) not null,
  shares bigint not null,
  primary key (worker_id, day)
);

-- All work of a person since ever, which is what pay is worked out from.
create table pool_work_accounts (
  user_id uuid primary key,
  work_micros numeric(38, 0) not null
);

create table pool_blocks (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  height int not null,
  -- Without a user: the house's own rig.
  user_id uuid,
  worker text not null,
  found_at timestamptz not null,
  share_micros numeric(78, 0) not null,
  reward_sats bigint not null,
  state text not null check (state in ('found', 'accepted', 'matured', 'orphaned', 'rejected')),
  reason text,
  check ((reason is not null) = (state = 'rejected'))
);
create index pool_blocks_by_height on pool_blocks (height desc);

-- One row for each start of a pool, for seven days after it ended.
create table pool_instances (
  id uuid primary key,
  host text not null,
  port int not null,
  started_at timestamptz not null,
  heartbeat_at timestamptz not null,
  stopped_at timestamptz,
  connections int not null,
  template_at timestamptz,
  template_height int,
  last_share_at timestamptz
);
create index pool_instances_by_heartbeat on pool_instances (heartbeat_at desc);

create function pool_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows: % is refused', tg_table_name, tg_op using errcode = 'HF001';
end $$;

-- A row holds from valid_from until the subject's next one.
create table pool_terms (
  id text primary key,
  subject text not null,
  terms jsonb not null,
  valid_from timestamptz not null,
  source text not null,
  set_by text not null,
  unique (subject, valid_from)
);
create trigger pool_terms_append_only before update or delete or truncate on pool_terms
  for each statement execute function pool_refuse_change();

-- At first the difficulty of the house rig's shares: 0.00002.
insert into pool_terms (id, subject, terms, valid_from, source, set_by) values (
  'trm_start_block', 'block', '{"shareMicros": "20"}', '2024-05-09T00:00:00Z', 'Starting rule of this product', 'Hashfloor'
);
