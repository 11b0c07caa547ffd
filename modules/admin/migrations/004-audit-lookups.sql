-- The trail of one person, of one administrator, of one kind of action: newest first without reading the others.
create index admin_audit_target on admin_audit (target, seq) where target is not null;
create index admin_audit_actor on admin_audit (actor, seq);
create index admin_audit_action on admin_audit (action, seq);
