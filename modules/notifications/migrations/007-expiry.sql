-- What has run out is looked for again and again, with or without a way out.
create index notifications_outbox_expiry on notifications_outbox (expires_at) where state = 'waiting';
