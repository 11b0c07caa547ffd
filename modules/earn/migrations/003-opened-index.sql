-- The back office reads a person's positions by when they were opened, a page at a time.
create index earn_positions_opened on earn_positions (user_id, opened_at);
