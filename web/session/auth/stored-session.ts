/**
 * The session of this browser, read from where the official client keeps it: a page can be drawn
 * and ask the server before that client has loaded. The client follows, and has the last word.
 */
import type { Session } from "@supabase/auth-js";
import { userIdOf } from "../../data/api/access-token.ts";

/** A token that is nearer to its end is the client's to renew first. */
const LEFT_MS_MIN = 120_000;

/**
 * Of this installation's own service, whose address is the page's. Undefined where there is none,
 * and where the client has to look at it first.
 */
export function storedSession(): Session | undefined {
  const session = readStorage();
  if (typeof session !== "object" || session === null) return undefined;
  const { access_token, expires_at, user } = session as Partial<Session>;
  if (typeof access_token !== "string" || typeof expires_at !== "number") return undefined;
  if (user?.id === undefined || userIdOf(access_token) !== user.id) return undefined;
  return expires_at * 1000 - Date.now() < LEFT_MS_MIN ? undefined : (session as Session);
}

/** Also the name of the channel on which the clients of the tabs tell one another of changes. */
export function storageKey(): string {
  const [host = ""] = location.hostname.split(".");
  return `sb-${host}-auth-token`;
}

function readStorage(): unknown {
  try {
    return JSON.parse(localStorage.getItem(storageKey()) ?? "null");
  } catch {
    // Storage refused, or something that the client will set right.
    return undefined;
  }
}
