-- People who try without an account: few among all, and looked for by the hour.
create index users_users_trials on users_users (last_sign_in_at) where is_anonymous and deleted_at is null;
