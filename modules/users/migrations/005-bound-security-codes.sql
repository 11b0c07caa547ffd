-- Whether a code is good only for what it was asked for: the same amount to the same place.
alter table users_security_codes add column is_bound boolean not null default false;
