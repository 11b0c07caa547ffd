-- "Only to my verified addresses": whose withdrawals go nowhere else, since when, and until when after it was turned off.
create table wallet_address_locks (
  user_id uuid primary key,
  on_since timestamptz not null,
  off_at timestamptz
);
