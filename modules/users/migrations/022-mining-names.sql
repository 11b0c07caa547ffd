-- A name that somebody has mined under stays theirs: whoever took it later would be paid for their
-- machines. Also of people who are deleted, so that it has no reference to them.
create table users_mining_names (
  mining_name text primary key,
  user_id uuid not null,
  since timestamptz not null default now()
);
create index users_mining_names_of on users_mining_names (user_id);

insert into users_mining_names (mining_name, user_id) select mining_name, user_id from users_profiles;

create function users_keep_mining_name() returns trigger language plpgsql as $$
begin
  insert into users_mining_names (mining_name, user_id) values (new.mining_name, new.user_id)
    on conflict (mining_name) do nothing;
  if not exists (select from users_mining_names where mining_name = new.mining_name and user_id = new.user_id) then
    raise exception 'the mining name is somebody else''s' using errcode = 'unique_violation';
  end if;
  return null;
end $$;
create trigger users_profiles_keep_mining_name after insert or update of mining_name on users_profiles
  for each row execute function users_keep_mining_name();
