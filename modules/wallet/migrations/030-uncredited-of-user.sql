-- What a person's pages show as pending: a person has few of them, and of credited ones many.
create index wallet_deposits_uncredited on wallet_deposits (user_id) where credited_at is null;
