-- The last 17:00 in New York whose financing has begun: nothing that met the market before it is
-- written after that.
alter table forex_engine add column closed_at timestamptz;
