-- What administrators did, for ever. Each entry carries the hash of the one before, so that an edit, a deletion or an
-- insertion is found by recomputing; that the tail was not cut is shown by a head kept outside this database.
create table admin_audit (
  seq bigint primary key check (seq > 0),
  -- whole milliseconds: the hash is over what an RFC 3339 text with three digits says
  at timestamptz not null check (date_trunc('milliseconds', at) = at),
  actor uuid not null,
  action text not null,
  target uuid,
  reason text,
  before jsonb not null,
  after jsonb not null,
  prev_hash text not null check (prev_hash ~ '^[0-9a-f]{64}$'),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$')
);

create function admin_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail only grows: % is refused', tg_op using errcode = 'HF003';
end $$;

create trigger admin_audit_append_only before update or delete or truncate on admin_audit
  for each statement execute function admin_refuse_change();
