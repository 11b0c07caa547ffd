-- How many were paid on a day, for reports over all users.
create index mining_days_day on mining_days (day);
