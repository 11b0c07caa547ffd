-- A right password or mailed link of an account with a second factor: the code was still to come, nobody was signed in yet.
alter table users_login_history add column lacks_code boolean not null default false;
