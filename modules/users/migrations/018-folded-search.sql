-- In a database of the locale C only a to z have a lower case: MÜLLER did not find Müller, and nobody types each accent. What is
-- searched in is written without case, accents and doubled spaces, on every server alike.
create function users_folded(said text) returns text immutable strict parallel safe
  language sql as $$
    select translate(
      lower(
        regexp_replace(
          regexp_replace(normalize(said, nfkd), '[\u0300-\u036f]+', '', 'g'),
          '\s+', ' ', 'g')),
      '’ʼŁłØøĐđÆŒÞıΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЂЈЉЊЋЏ',
      '''''llooddæœþiαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіђјљњћџ')
  $$;

-- Its indexes go with it.
alter table users_users drop column search_text;
alter table users_users
  add column search_text text not null generated always as (
    users_folded(
      case when jsonb_typeof(raw_user_meta_data -> 'name') = 'string'
        then left(btrim(raw_user_meta_data ->> 'name'), 120) else '' end)
      || chr(10) || users_folded(email)
  ) stored;

create index users_users_short_groups on users_users using gin (users_short_groups(search_text))
  where deleted_at is null;

do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index users_users_search on users_users using gin (search_text gin_trgm_ops) where deleted_at is null;
  end if;
end $$;
