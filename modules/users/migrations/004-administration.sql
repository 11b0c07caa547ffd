-- What administrators look people up by: name and address in one lower-case text, so that one index finds both.
alter table users_users
  add column disabled_reason text,
  add column search_text text not null generated always as (
    lower(
      case when jsonb_typeof(raw_user_meta_data -> 'name') = 'string'
        then left(btrim(raw_user_meta_data ->> 'name'), 120) else '' end
      || chr(10) || email)
  ) stored;

create index users_users_newest on users_users (created_at, id) where deleted_at is null;
create index users_users_disabled on users_users (created_at, id)
  where banned_until is not null and deleted_at is null;

-- Without the extension, or the right to add it, the same search reads the whole table: slower, never wrong.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index users_users_search on users_users using gin (search_text gin_trgm_ops) where deleted_at is null;
  end if;
exception when insufficient_privilege then
  raise notice 'pg_trgm was not added: searching people reads the whole table';
end $$;
