-- A letter counts for the limits once, from its first try: one that a mail server keeps waiting for days must not fill each of them.
alter table notifications_outbox add column first_tried_at timestamptz;
update notifications_outbox set first_tried_at = case when attempts > 1 then created_at else tried_at end where tried_at is not null;

drop index notifications_outbox_tried;
create index notifications_outbox_first_tried on notifications_outbox (channel, first_tried_at);
