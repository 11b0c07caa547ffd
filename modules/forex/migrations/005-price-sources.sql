-- Where the live desk's prices come from. The last row that has begun holds; before the first it is the practice market.
create table forex_price_sources (
  position bigint generated always as identity primary key,
  source text not null check (source in ('practice', 'oanda')),
  announced_at timestamptz not null,
  from_at timestamptz not null check (from_at >= announced_at),
  -- when everything that was open at the old prices was closed
  moved_at timestamptz check (moved_at >= from_at)
);
create function forex_price_sources_move_once() returns trigger language plpgsql as $$
begin
  if old.moved_at is not null or (new.source, new.announced_at, new.from_at) <> (old.source, old.announced_at, old.from_at) then
    raise exception 'an announced source of prices stays' using errcode = 'HF001';
  end if;
  return new;
end $$;
create trigger forex_price_sources_move_once before update on forex_price_sources
  for each row execute function forex_price_sources_move_once();
create trigger forex_price_sources_append_only before delete or truncate on forex_price_sources
  for each statement execute function forex_market_refuse_change();
