-- Text in the trail is found without reading all of it: by its groups of three characters, one or two of them by themselves,
-- and by the stretch of 262,144 entries that is looked through at a time. The text is computed from the entry, no second copy
-- of it exists that could tell something else. Entries are few and searches must not wait for a merge: no pending list.
--
-- Without the extension, or the right to add it, the same search reads the stretches: slower, never wrong.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index admin_audit_search on admin_audit using gin (
      (array[(seq >> 18)::int]),
      (lower(action || ' ' || coalesce(reason, '') || ' ' || before::text || ' ' || after::text)) gin_trgm_ops,
      (string_to_array(lower(action || ' ' || coalesce(reason, '') || ' ' || before::text || ' ' || after::text), null))
    ) with (fastupdate = off);
  end if;
exception when insufficient_privilege then
  raise notice 'pg_trgm was not added: searching text in the audit trail reads all of it';
end $$;

-- A day is found without walking to it.
create index admin_audit_at on admin_audit (at);
