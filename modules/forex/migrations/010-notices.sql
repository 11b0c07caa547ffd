-- Events of an account that its owner has not been told of, when the last message left, and whether
-- such messages also leave as e-mail.
alter table forex_accounts
  add column untold int[] not null default '{}',
  add column told_at timestamptz,
  add column mails_fills boolean not null default false;

create index forex_accounts_untold on forex_accounts (user_id) where untold <> '{}';
