/**
 * Public API of the audit log: who did what to whom, for ever. Every module above writes to it in
 * the transaction of what it does.
 */
export type { AuditFacts } from "./audit-hash.ts";
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
