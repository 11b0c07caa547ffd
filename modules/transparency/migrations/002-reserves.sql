-- The coins of the wallet when a proof of liabilities was taken. Kept permanently, and never changed.
create table transparency_reserves (
  proof_id text primary key references transparency_proofs,
  -- The site and the network of the signed message.
  site text not null,
  network text not null,
  hot_sats bigint not null check (hot_sats >= 0),
  cold_sats bigint not null check (cold_sats >= 0),
  in_flight_sats bigint not null check (in_flight_sats >= 0),
  out_of_chain_sats bigint not null check (out_of_chain_sats >= 0),
  uncredited_sats bigint not null check (uncredited_sats >= 0),
  booked_sats bigint not null
    check (booked_sats = hot_sats + cold_sats + in_flight_sats - out_of_chain_sats - uncredited_sats),
  outputs integer not null check (outputs >= 0),
  -- Number of different scripts of hot outputs, each of which the signer signs for once.
  hot_scripts integer not null check (hot_scripts >= 0)
);

-- Unspent outputs of the wallet. Deleted after 35 days.
create table transparency_outputs (
  proof_id text not null references transparency_proofs,
  txid text not null,
  vout bigint not null check (vout >= 0),
  kind text not null check (kind in ('hot', 'cold')),
  sats bigint not null check (sats >= 0),
  script_hex text not null,
  address text not null,
  -- Place of the script in the signer's account, or its index in the descriptor.
  branch integer check ((branch is null) = (kind = 'cold')),
  index integer not null check (index >= 0),
  witness_script_hex text,
  primary key (proof_id, txid, vout)
);
create index transparency_outputs_script on transparency_outputs (proof_id, script_hex);

-- Transactions and deposits that the ledger records earlier or later than the chain. Deleted after
-- 35 days.
create table transparency_lines (
  proof_id text not null references transparency_proofs,
  number integer not null check (number >= 0),
  term text not null check (term in ('inFlight', 'outOfChain', 'uncredited')),
  kind text not null check (kind in ('payment', 'consolidation', 'child', 'abandonment', 'deposit')),
  txid text not null,
  vout bigint,
  sats bigint not null check (sats >= 0),
  primary key (proof_id, number)
);

-- Signatures of the signer for hot scripts. Deleted after 35 days.
create table transparency_signatures (
  proof_id text not null references transparency_proofs,
  script_hex text not null,
  signature text not null,
  signed_at timestamptz not null,
  primary key (proof_id, script_hex)
);

-- Proofs for which the signer has signed for every hot script.
create table transparency_signed_proofs (
  proof_id text primary key references transparency_proofs,
  signed_at timestamptz not null
);

-- Signatures of the key holders for cold scripts.
create table transparency_cold_signatures (
  proof_id text not null references transparency_proofs,
  script_hex text not null,
  signature text not null,
  added_at timestamptz not null,
  primary key (proof_id, script_hex)
);
create index transparency_cold_signatures_newest on transparency_cold_signatures (script_hex, added_at desc);

create trigger transparency_reserves_append_only before update or delete or truncate on transparency_reserves
  for each statement execute function transparency_refuse_change();
create trigger transparency_signed_proofs_append_only before update or delete or truncate on transparency_signed_proofs
  for each statement execute function transparency_refuse_change();
create trigger transparency_cold_signatures_append_only before update or delete or truncate on transparency_cold_signatures
  for each statement execute function transparency_refuse_change();
create trigger transparency_outputs_never_changed before update on transparency_outputs
  for each statement execute function transparency_refuse_change();
create trigger transparency_lines_never_changed before update on transparency_lines
  for each statement execute function transparency_refuse_change();
create trigger transparency_signatures_never_changed before update on transparency_signatures
  for each statement execute function transparency_refuse_change();
