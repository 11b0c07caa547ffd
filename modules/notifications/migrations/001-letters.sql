-- Who can be written to and what they want to hear; opened with the user, in the same transaction.
create table notifications_recipients (
  user_id uuid primary key,
  email text not null,
  login boolean not null default true,
  withdrawal boolean not null default true,
  deposit boolean not null default true,
  promotions boolean not null default false,
  sms_login boolean not null default false,
  sms_withdrawal boolean not null default false
);

-- The practice mailbox: every letter an installation without a mail server wrote.
create table notifications_letters (
  id text primary key,
  user_id uuid not null references notifications_recipients (user_id) on delete cascade,
  template text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  sent_at timestamptz not null,
  read_at timestamptz
);
create index notifications_letters_newest on notifications_letters (user_id, id desc);
create index notifications_letters_unread on notifications_letters (user_id) where read_at is null;
