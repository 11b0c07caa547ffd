-- Whose output every input of the paying transaction spends, as its key says; null: several, or one that names no key, as taproot.
-- Payments from before this stay without.
alter table wallet_deposits add column sender_script_hex text;
