-- The back office reads a person's rigs by when they were ordered, a page at a time.
create index shop_orders_ordered on shop_orders (user_id, ordered_at);
