-- One row per money request: it commits together with the effect, so a repeat finds the stored answer.
create table platform_idempotency (
  user_id text not null,
  route text not null,
  key uuid not null,
  request_hash text not null,
  status smallint not null,
  body jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, route, key)
);
create index platform_idempotency_age on platform_idempotency (created_at);
