/**
 * Remembers, across tabs, which session the user is ending in this browser. If another session
 * ends, the login page explains why.
 */
import type { Session } from "@supabase/auth-js";
import { sessionIdOf } from "../../data/api/access-token.ts";
import type { OfficialAuth } from "./official-client.ts";

const KEY = "hashfloor.signed-out";

/**
 * Records that the user is ending this session, before other tabs notice its end. A failed sign-out
 * is not recorded.
 */
export async function whileSigningOut<Result extends { readonly error: unknown }>(
  auth: OfficialAuth,
  work: () => Promise<Result>,
): Promise<Result> {
  const { data } = await auth.getSession();
  remember(sessionIdOf(data.session?.access_token));
  const result = await work();
  // Remove the record, because the session still exists.
  if (result.error && (await auth.getSession()).data.session !== null) remember(undefined);
  return result;
}

export function wasSignedOutHere(session: Session): boolean {
  const id = sessionIdOf(session.access_token);
  try {
    return id !== undefined && localStorage.getItem(KEY) === id;
  } catch {
    return false;
  }
}

function remember(sessionId: string | undefined): void {
  try {
    if (sessionId === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, sessionId);
  } catch {
    // Storage is unavailable (private window), so the login page shows an unnecessary explanation.
  }
}
