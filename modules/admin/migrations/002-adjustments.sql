-- Corrections of a balance: proposed by one administrator, moved by another one's approval. A proposal moves nothing.
create table admin_adjustments (
  id text primary key,
  user_id uuid not null,
  asset text not null check (asset in ('BTC', 'USD')),
  -- satoshis or cents; above 0 from the house to the user, below 0 back
  amount bigint not null check (amount <> 0),
  reason text not null,
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  rejected_reason text,
  check ((state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_at is null)),
  check ((state = 'rejected') = (rejected_reason is not null)),
  -- two people, neither of them the one whose balance moves
  check (state <> 'approved' or (decided_by <> proposed_by and decided_by <> user_id))
);
create index admin_adjustments_proposed on admin_adjustments (id) where state = 'proposed';
create index admin_adjustments_user on admin_adjustments (user_id, id desc) where state = 'approved';
