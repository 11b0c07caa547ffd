-- What came to people on the chain since a moment.
create index wallet_deposits_seen on wallet_deposits (seen_at) where user_id is not null;
