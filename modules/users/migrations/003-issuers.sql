-- Addresses this installation has signed tokens under: after a change of address its tokens stay valid for their hour.
create table users_issuers (
  issuer text primary key,
  created_at timestamptz not null default now()
);
