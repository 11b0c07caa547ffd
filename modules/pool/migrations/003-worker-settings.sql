-- What the owner of a worker wants of it, and what they were told. The pool has no part in it.
create table pool_worker_settings (
  worker_id uuid primary key references pool_workers (id),
  is_alert_on boolean not null default false,
  -- Off the list until a share that is later than this one.
  hidden_share_at timestamptz,
  -- The silence behind this share was told, or was there when the switch was turned on.
  told_share_at timestamptz,
  silence_told_at timestamptz,
  -- A silence was told, and its end was not yet.
  is_return_due boolean not null default false
);
create index pool_worker_settings_with_alert on pool_worker_settings (worker_id) where is_alert_on;
