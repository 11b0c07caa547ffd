-- Users' conversations with something the owner has not read and no letter about it yet: a worker looks through them for
-- answers that stay unread. `is_letter_sent` remembers the letter for both: an owner who was away, and one who did not look.
create index support_chats_unread_unlettered on support_chats (id)
  where user_id is not null and not is_letter_sent and owner_read_position < last_position;
