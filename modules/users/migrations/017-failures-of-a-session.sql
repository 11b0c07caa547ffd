-- Whose wrong passwords were counted, when they were given within a session: its counter goes some time after it has ended.
-- Null: an address.
alter table users_sign_in_failures add column session_id uuid;
