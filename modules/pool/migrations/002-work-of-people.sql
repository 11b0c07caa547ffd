-- What pay is worked out from: a person's work by ten minutes, and since when it has not been looked at. `changes` counts the
-- batches that added to a person; under the lock of their row it only rises, so whoever has looked until one number finds all
-- that came later under a higher one.
alter table pool_work_accounts add column changes bigint not null default 0;
alter table pool_work_accounts add column changed_at timestamptz not null default now();
create index pool_work_accounts_changed on pool_work_accounts (changed_at);

-- Ten minutes of a person, all workers together, for 90 days.
create table pool_account_slots (
  user_id uuid not null references pool_work_accounts (user_id),
  slot_at timestamptz not null,
  work_micros numeric(38, 0) not null,
  -- the account's number when it last grew
  change bigint not null,
  primary key (user_id, slot_at)
);
create index pool_account_slots_by_change on pool_account_slots (user_id, change);
create index pool_account_slots_by_time on pool_account_slots (slot_at);

insert into pool_account_slots (user_id, slot_at, work_micros, change)
  select w.user_id, s.slot_at, sum(s.work_micros), 1 from pool_work_slots s join pool_workers w on w.id = s.worker_id
  where w.user_id is not null and s.work_micros > 0 group by 1, 2;
update pool_work_accounts set changes = 1;

-- Caps of pay in a UTC day, in satoshis: for one person, and for all together.
insert into pool_terms (id, subject, terms, valid_from, source, set_by) values (
  'trm_start_pay', 'pay', '{"personDaily": "1000000", "installationDaily": "10000000"}', '2024-05-09T00:00:00Z',
  'Starting caps of this product', 'Hashfloor'
);
