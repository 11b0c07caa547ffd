-- For tables of other rooms that refer to reference values and ask once a statement.
create function treasury_has_reference(p_id text) returns boolean language sql stable as $$
  select exists (select from treasury_reference_values where id = p_id)
$$;
