-- How many conversations wait for an administrator is asked with each page of theirs, whatever has been read is in the table.
create index support_chats_unread on support_chats (id) where staff_read_position < last_position;
