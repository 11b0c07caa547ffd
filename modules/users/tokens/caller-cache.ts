/**
 * Callers by their access token, so that a request costs no signature check and no query. A
 * session's end clears its entries at once; entries older than the recheck time are looked up
 * again, so that an end that another process could not tell of holds all the same. Failures are
 * never kept.
 */
import type { Caller } from "#api/route";

export interface CachedCaller {
  readonly caller: Caller;
  /** The level that the token itself proves; its session may raise it or not. */
  readonly tokenAal: Caller["aal"];
  readonly expiresAtMs: number;
  readonly checkedAtMs: number;
}

export interface CallerCache {
  get(token: string): CachedCaller | undefined;
  /** Changes whenever something is dropped: what was read before must not be kept after. */
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
      // A map keeps the order of insertion, and who goes on asking is looked up again and again:
      // the first is who has not asked for longest.
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
