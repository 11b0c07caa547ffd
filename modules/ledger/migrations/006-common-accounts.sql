-- The few accounts that are nobody's are found without reading those of every user.
create index ledger_accounts_common on ledger_accounts (id) where user_id is null;
