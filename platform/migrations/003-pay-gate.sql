-- Pay follows the clock, and cannot be taken back. One row: when the clock was last found to be right, and why pay waits until
-- an administrator has looked; null while it does not.
create table platform_pay_gate (
  singleton boolean primary key default true check (singleton),
  seen_at timestamptz,
  closed_reason text,
  closed_at timestamptz,
  check ((closed_reason is null) = (closed_at is null))
);
insert into platform_pay_gate default values;
