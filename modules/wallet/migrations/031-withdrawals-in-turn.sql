-- What a round of the sender takes: without these it reads all that waits to find what is next.
create index wallet_withdrawals_reserved on wallet_withdrawals (id) where state = 'reserved';
create index wallet_withdrawals_unmined on wallet_withdrawals (next_send_at)
  where state in ('signed', 'broadcast', 'in_mempool');
