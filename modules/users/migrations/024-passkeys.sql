-- Passkeys are factors whose secret never leaves the person's device: kept here is the public half. A counter of 0 says that
-- the device counts nothing, as one that shares its keys with others does.
alter table users_factors
  drop constraint users_factors_factor_type_check,
  add constraint users_factors_factor_type_check check (factor_type in ('totp', 'webauthn')),
  alter column secret_sealed drop not null,
  add constraint users_factors_secret check ((factor_type = 'totp') = (secret_sealed is not null));

create table users_passkeys (
  factor_id uuid primary key references users_factors (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  is_synced boolean not null,
  last_used_at timestamptz
);

-- What the device has to sign; the challenge of a code has none.
alter table users_factor_challenges add column passkey_challenge text;

-- Of sign-ins, before anybody knows whose: each is taken once, by deleting its row.
create table users_passkey_challenges (
  id uuid primary key,
  challenge text not null,
  expires_at timestamptz not null
);
create index users_passkey_challenges_age on users_passkey_challenges (expires_at);
