-- Every factor that a session proved: removing one of them leaves the session at aal2 while another one exists. Replaces
-- factor_id, which processes of the version before still write during an update.
alter table users_sessions add column proved_factor_ids uuid[] not null default '{}';
update users_sessions set proved_factor_ids = array[factor_id] where factor_id is not null;

-- True after the registration of a passkey, whose answer carries no token: until the next refresh the session's earlier
-- tokens prove what the session does.
alter table users_sessions add column raises_tokens boolean not null default false;
