-- What a session without a fresh proof reads of a message with a code or a link; null: it has neither. Those from before run out within the hour.
alter table notifications_messages add column veiled_body text;
