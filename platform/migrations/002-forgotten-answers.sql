-- Answers are forgotten after seven days (status 0), their keys never: the ledger knows the ids that follow from a key for
-- good, so a request under an old one is refused before anything is done for it.
drop index platform_idempotency_age;
create index platform_idempotency_age on platform_idempotency (created_at) where status <> 0;
