-- Pay and cover look at the stretches that reach beyond a time, whatever number a user has had before it.
create index mining_switches_until on mining_switches (user_id, coalesce(off_at, 'infinity'::timestamptz));
drop index mining_switches_user;
