-- What goes out about an answer that stays unread is called a notification everywhere.
alter table support_chats rename column is_letter_sent to is_notification_sent;
alter index support_chats_unread_unlettered rename to support_chats_unread_unnotified;
