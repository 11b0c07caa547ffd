-- Who gave the role, and whether another administrator has to confirm it before it decides over money. Roles of before count
-- as given by the operator of the machine.
alter table users_roles
  add column granted_by uuid references users_users (id),
  add column needs_confirmation boolean not null default false,
  add column confirmed_by uuid references users_users (id),
  add column confirmed_at timestamptz,
  add check ((confirmed_by is null) = (confirmed_at is null)),
  add check (granted_by is not null or not needs_confirmation),
  add check (needs_confirmation or confirmed_by is null),
  add check (granted_by <> user_id and confirmed_by <> user_id and confirmed_by <> granted_by);
