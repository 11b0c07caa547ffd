-- How many positions somebody has open is counted before each opening, however many were closed.
create index earn_positions_open on earn_positions (user_id) where state <> 'closed';
