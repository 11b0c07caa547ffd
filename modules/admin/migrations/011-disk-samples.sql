-- The size of the database and the free space of the disk, once an hour, for the forecast on the Operations page.
create table admin_disk_samples (
  at timestamptz primary key,
  database_bytes bigint not null check (database_bytes >= 0),
  -- Space on the disk of the data folder of the process that runs background jobs. Null if the system does not report it.
  free_bytes bigint check (free_bytes >= 0)
);
