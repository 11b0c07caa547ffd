/**
 * Caches callers by access token, so that most requests need no signature check and no query. When
 * a session ends, its entries are removed immediately. Entries older than the recheck time are read
 * again, in case another process's event was lost. Failures are never cached.
 */
import type { Caller } from "#api/route";

export interface CachedCaller {
  readonly caller: Caller;
  /** Level of the token, which may differ from the level of its session. */
  readonly tokenAal: Caller["aal"];
  readonly expiresAtMs: number;
  readonly checkedAtMs: number;
}

export interface CallerCache {
  get(token: string): CachedCaller | undefined;
  /**
   * Incremented whenever a cache entry is dropped. A caller that was read before an increment must
   * not be cached.
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
      // A map keeps the insertion order, and active callers are inserted again after each recheck,
      // so the first entry is the least recently used.
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
