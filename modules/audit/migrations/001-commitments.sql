-- Two secret nonces of 32 bytes, for the entry's commitments. Older entries have none, and their hash covers the entry itself.
alter table audit_entries add column nonces bytea check (length(nonces) = 64);
