/**
 * What the trail says of a role that was given: whether another administrator has to confirm it.
 */
import type { AuditFacts } from "#audit";

export function givenFacts(given: { readonly needsConfirmation: boolean } | undefined): AuditFacts {
  return given?.needsConfirmation === true ? { needsConfirmation: true } : {};
}
