-- Large withdrawals, simulated ones too, wait in_review for administrators. How many have to approve is written down with the
-- request, so that a later change of the limits changes nothing for it.
alter table wallet_withdrawals
  add column approvals_required smallint not null default 0 check (approvals_required between 0 and 2),
  -- when the last approval or the rejection came, for those that were reviewed
  add column decided_at timestamptz,
  drop constraint wallet_withdrawals_state_check,
  drop constraint wallet_withdrawals_check2,
  drop constraint wallet_withdrawals_check3;
alter table wallet_withdrawals
  add constraint wallet_withdrawals_state_check check (state in ('requested', 'in_review', 'approved', 'reserved', 'signed',
    'broadcast', 'in_mempool', 'confirming', 'completed', 'rejected', 'cancelled', 'replaced', 'conflicted')),
  add constraint wallet_withdrawals_unsigned_check
    check ((txid is null) = (state in ('requested', 'in_review', 'approved', 'reserved', 'rejected', 'cancelled'))),
  add constraint wallet_withdrawals_approved_check
    check (approvals_required = 0 or approval_hash is not null or state in ('requested', 'in_review', 'rejected', 'cancelled'));
create index wallet_withdrawals_review on wallet_withdrawals (id) where state = 'in_review';
create index wallet_withdrawals_reviewed on wallet_withdrawals (id) where approvals_required > 0;

alter table wallet_simulated_payouts
  add column approvals_required smallint not null default 0 check (approvals_required between 0 and 2),
  add column decided_at timestamptz,
  -- as of wallet_withdrawals; null for those that nobody had to approve
  add column approval_hash text,
  add column rejected_reason text,
  drop constraint wallet_simulated_payouts_state_check,
  drop constraint wallet_simulated_payouts_check1;
alter table wallet_simulated_payouts
  add constraint wallet_simulated_payouts_state_check
    check (state in ('requested', 'in_review', 'processing', 'sent', 'completed', 'cancelled', 'rejected')),
  add constraint wallet_simulated_payouts_next_check
    check ((next_at is null) = (state in ('in_review', 'completed', 'cancelled', 'rejected'))),
  add constraint wallet_simulated_payouts_approved_check
    check (approvals_required = 0 or approval_hash is not null or state in ('in_review', 'rejected', 'cancelled'));
create index wallet_simulated_payouts_review on wallet_simulated_payouts (id) where state = 'in_review';
create index wallet_simulated_payouts_reviewed on wallet_simulated_payouts (id) where approvals_required > 0;

-- Who approved what exactly. One row per withdrawal, of either table, and administrator.
create table wallet_approvals (
  withdrawal_id text not null,
  administrator_id uuid not null,
  approval_hash text not null check (approval_hash ~ '^[0-9a-f]{64}$'),
  approved_at timestamptz not null,
  primary key (withdrawal_id, administrator_id)
);
