-- Which ways out of this installation are configured: `deliver` reads it in the transaction of the cause, every start writes it.
create table notifications_outlets (
  channel text primary key check (channel in ('email', 'sms')),
  is_open boolean not null
);

-- What became of a letter beyond the practice mailbox; null: it was for the mailbox only.
alter table notifications_letters add column delivery text
  check (delivery in ('waiting', 'sent', 'limited', 'failed'));

-- Letters on their way to a mail server or an SMS gateway. Text and address go as soon as nothing is left to do; the hash of
-- the address stays for the limits.
create table notifications_outbox (
  -- The order in which letters to one address leave.
  seq bigint generated always as identity primary key,
  -- The same at every attempt: Message-ID of a mail, Idempotency-Key of an SMS.
  id text not null unique,
  letter_id text not null,
  user_id uuid not null,
  channel text not null check (channel in ('email', 'sms')),
  template text not null,
  -- Must arrive now (codes, warnings): waits for no ordinary letter.
  is_prompt boolean not null,
  is_promotion boolean not null,
  recipient text,
  recipient_hash bytea not null,
  subject text,
  body text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  tried_at timestamptz,
  claim_id uuid,
  claimed_until timestamptz,
  done_at timestamptz,
  -- Why the last attempt failed, in words without address or text.
  problem text,
  check ((state = 'waiting') = (body is not null)),
  check ((state = 'waiting') = (recipient is not null)),
  check ((state = 'waiting') = (done_at is null))
);
create index notifications_outbox_due on notifications_outbox (channel, is_prompt desc, seq) where state = 'waiting';
create index notifications_outbox_lane on notifications_outbox (channel, recipient_hash, is_prompt, seq) where state = 'waiting';
create index notifications_outbox_tried on notifications_outbox (channel, tried_at);
create index notifications_outbox_address on notifications_outbox (channel, recipient_hash, tried_at);
create index notifications_outbox_done on notifications_outbox (done_at) where state <> 'waiting';
