-- A payout has as many lines as its time has stretches; someone who switched mining on and off all the time while the house was
-- short must be paid too.
alter table mining_segments alter column line type int;
alter table mining_power_lines alter column line type int;
