/**
 * Which session the person is ending in this browser, as its tabs know it of one another: the end
 * of any other was not asked for here, and the login page says a word about it.
 */
import type { Session } from "@supabase/auth-js";
import { sessionIdOf } from "../../data/api/access-token.ts";
import type { OfficialAuth } from "./official-client.ts";

const KEY = "hashfloor.signed-out";

/**
 * Remembers this session as ended here, before the other tabs hear of its end. What fails has ended
 * nothing.
 */
export async function whileSigningOut<Result extends { readonly error: unknown }>(
  auth: OfficialAuth,
  work: () => Promise<Result>,
): Promise<Result> {
  const { data } = await auth.getSession();
  remember(sessionIdOf(data.session?.access_token));
  const result = await work();
  // A session that is still there was not ended.
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
    // Storage refused (private window): the login says a word too many.
  }
}
