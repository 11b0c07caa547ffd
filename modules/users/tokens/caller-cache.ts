/**
 * Caches callers by access token, so that most requests need no signature check and no query. The
 * end of a session removes its entries at once. Entries older than the recheck time are read again,
 * in case an event of another process was lost. Failures are never cached.
 */
import type { Caller } from "#api/route";

export interface CachedCaller {
  readonly caller: Caller;
  /** The level of the token itself. Its session may have a different level. */
  readonly tokenAal: Caller["aal"];
  readonly expiresAtMs: number;
  readonly checkedAtMs: number;
}

export interface CallerCache {
  get(token: string): CachedCaller | undefined;
  /**
   * Counter that changes whenever a cache entry is dropped. A caller that was read before such a
   * change must not be cached.
   */
  readonly epoch: number;
  set(token: string, entry: CachedCaller): void;
  dropSessions(sessionIds: readonly string[]): void;
  dropUser(userId: string): void;
  clear(): void;
}

const ENTRIES_MAX = 10_000;

export function createCallerCache(entriesMax: number = ENTRIES_MAX): CallerCache {
  const entries = new Map<string, CachedCaller>();
  let epoch = 0;

  const dropWhere = (isGone: (caller: Caller) => boolean): void => {
    epoch += 1;
    for (const [key, { caller }] of entries) if (isGone(caller)) entries.delete(key);
  };

  return {
    get epoch() {
      return epoch;
    },
    get: (token) => entries.get(token),
    set(token, entry) {
      // A map keeps the insertion order, and active callers are inserted again after each recheck.
      // Therefore the first entry is the least recently used.
      entries.delete(token);
      entries.set(token, entry);
      if (entries.size <= entriesMax) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
    dropSessions(sessionIds) {
      const gone = new Set(sessionIds);
      dropWhere(({ sessionId }) => gone.has(sessionId));
    },
    clear: () => dropWhere(() => true),
    dropUser: (userId) => dropWhere((caller) => caller.userId === userId),
  };
}
