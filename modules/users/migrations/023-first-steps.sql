-- Who does not want to be told how to begin is never told again, on no device.
alter table users_profiles add column skips_first_steps boolean not null default false;
