-- The shop: what was ordered, at which price, and which machines it brought. Amounts whole satoshis and cents, per machine.

create table shop_orders (
  id text primary key,
  position bigint generated always as identity unique,
  user_id uuid not null,
  item_id text not null,
  name text not null,
  quantity smallint not null check (quantity between 1 and 10),
  unit_sats bigint not null check (unit_sats > 0),
  unit_cents bigint not null check (unit_cents > 0),
  ordered_at timestamptz not null
);
create index shop_orders_user on shop_orders (user_id, position);

-- One row per machine. It is sold back once: the columns of the sale are set together and never again.
create table shop_rigs (
  id text primary key,
  order_id text not null references shop_orders,
  sold_at timestamptz,
  sold_sats bigint check (sold_sats >= 0),
  check ((sold_at is null) = (sold_sats is null))
);
create index shop_rigs_order on shop_rigs (order_id);

create function shop_refuse_second_sale() returns trigger language plpgsql as $$
begin
  raise exception 'rig % is sold already', old.id using errcode = 'HF001';
end $$;
create trigger shop_rigs_sold_once before update on shop_rigs
  for each row when (old.sold_at is not null) execute function shop_refuse_second_sale();
