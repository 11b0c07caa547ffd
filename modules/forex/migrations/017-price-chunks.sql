-- The prices of uploaded files in chunks, so that a replay reads only the chunks that it needs. A chunk belongs to a file, or
-- to an upload that has not ended.
create table forex_price_chunks (
  file_id uuid not null,
  -- quotes, or candles of one hour
  kind text not null check (kind in ('QUOTES', 'H1')),
  place int not null check (place >= 0),
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at >= from_at),
  packed bytea not null,
  primary key (file_id, kind, place)
);
alter table forex_price_chunks alter column packed set storage external;

insert into forex_price_chunks (file_id, kind, place, from_at, until_at, packed)
select id, 'QUOTES', 0, from_at, until_at, quotes from forex_price_files where quotes is not null;

alter table forex_price_files
  drop column quotes,
  drop constraint forex_price_files_kind_check,
  add constraint forex_price_files_kind_check check (kind in ('TICKS', 'M1', 'M5', 'M15', 'M30', 'H1')),
  add column format text not null default '',
  add column time_zone text,
  add column is_spread_assumed boolean not null default false,
  add column closed_lines int not null default 0 check (closed_lines >= 0),
  add column replaced_lines int not null default 0 check (replaced_lines >= 0),
  add column packed_bytes bigint not null default 0 check (packed_bytes >= 0);
update forex_price_files set packed_bytes = octet_length(packed)
from forex_price_chunks where file_id = forex_price_files.id;
drop index forex_price_files_once;
create unique index forex_price_files_once on forex_price_files (user_id, sha256, instrument, coalesce(time_zone, ''))
  where removed_at is null;

-- Uploads that are being read, at most one per user.
create table forex_price_uploads (
  user_id uuid primary key,
  file_id uuid not null,
  name text not null,
  -- by the database's clock, which all processes share
  heard_at timestamptz not null,
  bytes bigint not null default 0,
  lines int not null default 0
);
