-- What the house posts and promises as a whole belongs to the treasury, not to one of its products.
alter table mining_reference_values rename to treasury_reference_values;
alter trigger mining_reference_values_append_only on treasury_reference_values
  rename to treasury_reference_values_append_only;
alter table mining_counted_promises rename to treasury_counted_promises;
