/**
 * Public API of the audit log, the permanent record of who did what to whom. Other modules write
 * audit entries in the transaction of the recorded action.
 */
export { userNonce, type AuditFacts } from "./audit-hash.ts";
export {
  findActors,
  findEntries,
  hasEntrySince,
  lastEntry,
  lockAudit,
  placeOfDays,
  wasChanged,
  type AuditFilter,
  type AuditRow,
} from "./audit-table.ts";
export { linkOf } from "./audit-link.ts";
export { findText } from "./find-text.ts";
export { readAuditCheckpoint } from "./audit-checkpoint.ts";
export { verifyNewEntries, verifyAuditLog } from "./audit-verifier.ts";
export { recordAudit, type AuditAction, type AuditHead } from "./record-audit.ts";
export { ACTOR_NAMES, OPERATOR_ACTOR, SERVICE_ACTOR } from "./service-actor.ts";
export {
  AUDIT_PROBLEMS_MAX,
  isInAuditLog,
  AUDIT_START,
  verifyAudit,
  verifyRange,
} from "./verify-audit.ts";
