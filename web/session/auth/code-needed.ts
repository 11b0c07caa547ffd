/** Determines whether a session still needs its two-factor code. */
import type { Session } from "@supabase/auth-js";
import { levelOf } from "../../data/api/access-token.ts";

/**
 * Returns the same result as the client's `getAuthenticatorAssuranceLevel`, but synchronously and
 * for a given session.
 */
export function isCodeNeeded(session: Session | null): boolean {
  if (session === null || levelOf(session.access_token) === "aal2") return false;
  return session.user.factors?.some(({ status }) => status === "verified") ?? false;
}
