-- What the house had promised when it was last counted, and all it promised since: never less than the truth while the same
-- reference values hold, because what was promised only melts with time. It spares counting everything at each sale. At most
-- one row; without one, or when it is old, everything is counted again.
create table mining_counted_promises (
  is_only boolean primary key default true check (is_only),
  promised_sats bigint not null check (promised_sats >= 0),
  reference_id text not null references mining_reference_values,
  counted_at timestamptz not null
);

-- The running ones by their end, for the count.
create index mining_earners_cover on mining_earners (ends_at) include (hash_rate) where closed_at is null;
