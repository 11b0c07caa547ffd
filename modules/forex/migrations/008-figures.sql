-- What the public figures and a person's day are read by.
create index forex_transactions_fills on forex_transactions (at) where type = 'ORDER_FILL';
create index forex_transactions_when on forex_transactions (user_id, at);
create index forex_trades_closed on forex_trades (closed_at) where state = 'CLOSED';
