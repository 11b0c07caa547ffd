-- The signer asks whether an account is disabled, and may read nothing else of this room: the answer is given with the rights
-- of the tables' owner, and to nobody to whom it was not granted.
do $$
begin
  execute format('alter function users_is_disabled(uuid, timestamptz) security definer set search_path = pg_catalog, %I, pg_temp',
    current_schema());
  revoke execute on function users_is_disabled(uuid, timestamptz) from public;
end $$;
