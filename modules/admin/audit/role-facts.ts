/**
 * Facts about a new role for the audit log, including whether another administrator must confirm
 * it.
 */
import type { AuditFacts } from "#audit";

export function roleFacts(role: { readonly needsConfirmation: boolean } | undefined): AuditFacts {
  return role?.needsConfirmation === true ? { needsConfirmation: true } : {};
}
