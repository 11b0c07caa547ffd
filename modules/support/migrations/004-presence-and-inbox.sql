-- Who has a stream open, told by every process that has one, and believed only while it is repeated.
create table support_presence (
  -- Of the process, for as long as it runs.
  server_id uuid not null,
  user_id uuid not null,
  is_admin boolean not null,
  seen_at timestamptz not null,
  primary key (server_id, user_id)
);
create index support_presence_user on support_presence (user_id);
create index support_presence_staff on support_presence (seen_at) where is_admin;

-- Typing, true for some seconds: all processes see the same.
alter table support_chats add column owner_typing_at timestamptz;
alter table support_chats add column staff_typing_at timestamptz;

-- One inbox for tickets and chats, the last one written in first.
create index support_tickets_inbox on support_tickets (updated_at desc, id desc);
