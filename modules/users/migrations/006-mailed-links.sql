-- Letters carry a code to type in beside their link; after some misses only the link is left. A link asked for with a code
-- challenge (PKCE) answers with a code that only the program which asked can exchange.
alter table users_one_time_tokens
  add column code_salt text,
  add column code_hash text,
  add column misses integer not null default 0,
  add column code_challenge text,
  add column code_challenge_method text check (code_challenge_method in ('plain', 's256'));
create index users_one_time_tokens_address on users_one_time_tokens (relates_to);

create table users_flow_states (
  auth_code_hash text primary key,
  user_id uuid not null references users_users (id) on delete cascade,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('plain', 's256')),
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index users_flow_states_user on users_flow_states (user_id);

-- A change of address waits here until the old and the new one have confirmed it.
alter table users_users
  add column email_change text check (email_change = lower(email_change)),
  add column email_change_sent_at timestamptz,
  add column email_change_confirm_status smallint not null default 0,
  add column confirmation_sent_at timestamptz,
  add column invited_at timestamptz,
  add column reauthentication_sent_at timestamptz;

-- The one service key that is good: its file in the data folder is made again when this is another.
create table users_service_key (
  is_only boolean primary key default true check (is_only),
  key_id uuid not null,
  created_at timestamptz not null
);
