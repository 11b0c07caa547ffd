/** Determines whether a session still lacks its two-factor code. */
import type { Session } from "@supabase/auth-js";
import { levelOf } from "../../data/api/access-token.ts";

/**
 * True if the code is missing. Corresponds to the client's `getAuthenticatorAssuranceLevel`, but is
 * synchronous and takes a session.
 */
export function isCodeNeeded(session: Session | null): boolean {
  if (session === null || levelOf(session.access_token) === "aal2") return false;
  return session.user.factors?.some(({ status }) => status === "verified") ?? false;
}
