-- Chosen by the author: an answer that is sent twice stands once.
alter table support_messages add column request_id uuid;
create unique index support_messages_request on support_messages (author_id, request_id);

-- The desk of the administrators: all tickets of one state, newest first.
create index support_tickets_desk on support_tickets (state, id desc);
