/** Audit log facts about a new role, including whether another administrator must confirm it. */
import type { AuditFacts } from "#audit";

export function roleFacts(role: { readonly needsConfirmation: boolean } | undefined): AuditFacts {
  return role?.needsConfirmation === true ? { needsConfirmation: true } : {};
}
