-- What the database's own clock showed when the time was last found to be right: a process that starts compares how long ago
-- that was by both clocks. Null: written down before this was kept.
alter table platform_pay_gate add column database_at timestamptz;
