-- Several links of one type may be live at once: a stranger who asks for new ones must not end the owner's.
alter table users_one_time_tokens drop constraint users_one_time_tokens_user_id_token_type_key;
create index users_one_time_tokens_user on users_one_time_tokens (user_id, token_type, created_at);
