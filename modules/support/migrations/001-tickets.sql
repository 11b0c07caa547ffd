-- What users ask support. The texts stand in the messages, so that answers of administrators, and later a chat, are rows of
-- the same thread.
create table support_tickets (
  id text primary key,
  user_id uuid not null,
  -- Chosen by the sender: a repeated press files one ticket.
  request_id uuid not null,
  subject text not null,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, request_id)
);
create index support_tickets_newest on support_tickets (user_id, id desc);
create index support_tickets_open on support_tickets (updated_at) where state = 'open';

create table support_messages (
  id text primary key,
  ticket_id text not null references support_tickets (id) on delete cascade,
  author_kind text not null check (author_kind in ('user', 'administrator')),
  author_id uuid not null,
  body text not null,
  at timestamptz not null
);
create index support_messages_thread on support_messages (ticket_id, id);
