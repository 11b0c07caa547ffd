-- The trail has a room of its own, below all that writes to it.
alter table admin_audit rename to audit_entries;
alter trigger admin_audit_append_only on audit_entries rename to audit_entries_append_only;
alter index admin_audit_pkey rename to audit_entries_pkey;
alter index admin_audit_hash_key rename to audit_entries_hash_key;
alter index admin_audit_target rename to audit_entries_target;
alter index admin_audit_actor rename to audit_entries_actor;
alter index admin_audit_action rename to audit_entries_action;
alter index admin_audit_at rename to audit_entries_at;
alter index if exists admin_audit_search rename to audit_entries_search;
