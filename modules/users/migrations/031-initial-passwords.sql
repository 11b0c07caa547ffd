-- The password of a user whom an administrator added, until the user sets another one: somebody else knows it.
alter table users_users add column has_initial_password boolean not null default false;
