/** Whether a session still lacks the code of the second factor. */
import type { Session } from "@supabase/auth-js";
import { levelOf } from "../../data/api/access-token.ts";

/** The same as the client's `getAuthenticatorAssuranceLevel`, of a session at hand and at once. */
export function isCodeNeeded(session: Session | null): boolean {
  if (session === null || levelOf(session.access_token) === "aal2") return false;
  return session.user.factors?.some(({ status }) => status === "verified") ?? false;
}
