-- For tables of other modules whose rows apply the reference values that were in force at a time. The values of a time never change.
create function treasury_reference_at(p_at timestamptz) returns text language sql stable as $$
  select id from treasury_reference_values where valid_from <= p_at order by valid_from desc limit 1
$$;
