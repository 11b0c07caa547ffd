-- Announcements that administrators put at the top of every page. The newest row is the one that counts; an empty text takes
-- the announcement down. Rows are never changed, so that it can be read what was announced when.
create table admin_banners (
  position bigint generated always as identity primary key,
  id text not null unique,
  text text not null check (char_length(text) <= 240),
  severity text not null check (severity in ('info', 'warning')),
  shown_from timestamptz not null,
  -- null: until it is taken down
  shown_until timestamptz check (shown_until > shown_from),
  set_at timestamptz not null,
  set_by uuid not null
);

create function admin_banners_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was announced is kept: % is refused', tg_op using errcode = 'HF001';
end $$;
create trigger admin_banners_append_only before update or delete or truncate on admin_banners
  for each statement execute function admin_banners_refuse_change();
