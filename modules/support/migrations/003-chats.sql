-- The live chat: one conversation per user, and one per visitor who has not signed in, known by the hash of a random token
-- that only the visitor's tab has. Positions count the messages of a chat from 1: they are the order, the cursor and the
-- read marks.
create table support_chats (
  id text primary key,
  user_id uuid unique,
  visitor_token_hash bytea unique,
  -- When the visitor's token stops working; moves with every message of either side.
  visitor_until timestamptz,
  last_position integer not null default 0,
  owner_read_position integer not null default 0,
  staff_read_position integer not null default 0,
  -- An answer went out by letter since the owner was last heard of: one letter is enough.
  is_letter_sent boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((user_id is null) <> (visitor_token_hash is null)),
  check ((visitor_token_hash is null) = (visitor_until is null))
);
create index support_chats_newest on support_chats (updated_at desc, id desc);

create table support_chat_messages (
  chat_id text not null references support_chats (id) on delete cascade,
  position integer not null,
  author_kind text not null check (author_kind in ('user', 'administrator')),
  -- Null for a visitor.
  author_id uuid,
  body text not null,
  at timestamptz not null,
  -- Chosen by the author: a message that is sent twice stands once.
  client_message_id uuid not null,
  primary key (chat_id, position),
  unique nulls not distinct (chat_id, author_id, client_message_id)
);
