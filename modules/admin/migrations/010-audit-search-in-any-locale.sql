-- lower() follows the locale of the database: in Turkish a capital I is no i, so a search missed it. In "C" only A to Z change, on
-- every server alike.
do $$
begin
  if exists (select from pg_class where relname = 'admin_audit_search' and relnamespace = current_schema()::text::regnamespace) then
    drop index admin_audit_search;
    create index admin_audit_search on admin_audit using gin (
      (array[(seq >> 18)::int]),
      (lower((action || ' ' || coalesce(reason, '') || ' ' || before::text || ' ' || after::text) collate "C")) gin_trgm_ops,
      (string_to_array(lower((action || ' ' || coalesce(reason, '') || ' ' || before::text || ' ' || after::text) collate "C"), null))
    ) with (fastupdate = off);
  end if;
end $$;
