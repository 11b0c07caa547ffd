-- Which carried days the added ones follow: a later release carries more of them. All rows so far follow those of the first
-- release, as does what its processes may still add while they are replaced.
alter table history_versions
  -- headers carried before the first added one
  add column after_headers integer not null default 436 check (after_headers > 0),
  -- day of the last price carried before the first added one
  add column after_day date not null default '2025-01-11';
