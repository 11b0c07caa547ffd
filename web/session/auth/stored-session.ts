/**
 * Reads this browser's session from the official client's storage, so that a page can render and
 * send requests before the client is loaded. After that, the client provides the session.
 */
import type { Session } from "@supabase/auth-js";
import { userIdOf } from "../../data/api/access-token.ts";

/**
 * Minimum remaining lifetime of a usable token. The client must renew tokens that expire sooner.
 */
const LEFT_MS_MIN = 120_000;

/**
 * Returns the stored session of the built-in service. Undefined if there is none, or if the client
 * must check it first.
 */
export function storedSession(): Session | undefined {
  const session = readStorage();
  if (typeof session !== "object" || session === null) return undefined;
  const { access_token, expires_at, user } = session as Partial<Session>;
  if (typeof access_token !== "string" || typeof expires_at !== "number") return undefined;
  if (user?.id === undefined || userIdOf(access_token) !== user.id) return undefined;
  return expires_at * 1000 - Date.now() < LEFT_MS_MIN ? undefined : (session as Session);
}

/**
 * Returns the storage key, which is also the name of the channel on which the clients of all tabs
 * publish changes.
 */
export function storageKey(): string {
  const [host = ""] = location.hostname.split(".");
  return `sb-${host}-auth-token`;
}

function readStorage(): unknown {
  try {
    return JSON.parse(localStorage.getItem(storageKey()) ?? "null");
  } catch {
    // Storage is unavailable, or contains invalid data that the client will correct.
    return undefined;
  }
}
