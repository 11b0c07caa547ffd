-- What waits to be paid is looked for every two seconds, however many positions are open or were closed.
create index earn_positions_matured on earn_positions (ends_at, id) where state = 'matured';
