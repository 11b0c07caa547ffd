-- Time at which an anonymous user became an account; null: the user still is anonymous, or never was. Figures that compare results
-- over a period leave these accounts out until the whole period is later, because their owners chose which of several to keep.
alter table users_users add column anonymous_until timestamptz;
