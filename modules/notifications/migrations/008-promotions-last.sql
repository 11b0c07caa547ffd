-- News is claimed after everything else and holds up no other letter to the same address.
drop index notifications_outbox_due;
create index notifications_outbox_due on notifications_outbox (channel, is_promotion, is_prompt desc, seq) where state = 'waiting';
drop index notifications_outbox_lane;
create index notifications_outbox_lane on notifications_outbox (channel, recipient_hash, is_promotion, is_prompt, seq)
  where state = 'waiting';
