-- A round of payouts finds those whose turn it is without looking at everybody's contracts and switches. Earlier than this
-- nobody is owed anything that could not wait: the last payout while mining is on, null when it is off and all is paid.
-- Whoever is new, and whoever switches off, is looked at in the next round.
alter table mining_miners add column pay_from timestamptz default '-infinity';
create index mining_miners_due on mining_miners (pay_from) where pay_from is not null;
alter table mining_miners set (fillfactor = 70);
