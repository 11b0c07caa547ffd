-- What was said of a new account with the request for a link waits with that link: several people may ask for one to the same
-- address, and only what was said with the link that is used becomes the account's.
alter table users_one_time_tokens add column user_metadata jsonb;
