-- The end of a letter that its reader switched off while it waited: nothing failed, and nothing more is tried.
alter table notifications_letters drop constraint notifications_letters_delivery_check,
  add constraint notifications_letters_delivery_check check (delivery in ('waiting', 'sent', 'limited', 'failed', 'unwanted'));
alter table notifications_outbox drop constraint notifications_outbox_state_check,
  add constraint notifications_outbox_state_check check (state in ('waiting', 'sent', 'dead', 'unwanted'));
