/**
 * What the audit log says of a role that was given: whether another administrator has to confirm
 * it.
 */
import type { AuditFacts } from "#audit";

export function roleFacts(role: { readonly needsConfirmation: boolean } | undefined): AuditFacts {
  return role?.needsConfirmation === true ? { needsConfirmation: true } : {};
}
