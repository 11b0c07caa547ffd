-- The secret of a blind replay: the hidden pair, day and direction. The application may read and add rows, but cannot change
-- them, so the secret always matches the commitment that the user saw at the start.
create table forex_blind_replays (
  replay_id uuid primary key references forex_replays (id),
  -- SHA-256 of the secret
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  -- text of the secret with its nonce, shown after the end
  secret text not null,
  -- a branch that began after the user had seen the secret
  is_known boolean not null default false
);
create index forex_blind_replays_commitment on forex_blind_replays (commitment);
