-- Who wrote last: what waits for an administrator is found without looking at what has its answer, of which there are ever
-- more. Null while nothing is written.
alter table support_chats add column last_author text check (last_author in ('user', 'administrator'));
update support_chats chat set last_author = last.author_kind
  from support_chat_messages last where last.chat_id = chat.id and last.position = chat.last_position;
create index support_chats_inbox on support_chats (last_author, updated_at desc, id desc);
