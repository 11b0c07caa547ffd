-- The counter of the refresh token that came with the second factor. The one before it was made for the password alone, so it
-- gets this one only as long as any older token does. 0: no refresh token came with a second factor.
alter table users_sessions add column raised_counter integer not null default 0;
