-- What an administrator sent under an id of his own choice: pressing again after a lost answer sends nothing twice.
create table admin_sendings (
  sender uuid not null,
  request_id uuid not null,
  -- of what was sent and to whom; another one under the same id is refused
  sha256 text not null,
  -- as it was given the first time; null only inside the transaction that sends
  answer jsonb,
  sent_at timestamptz not null,
  primary key (sender, request_id)
);
