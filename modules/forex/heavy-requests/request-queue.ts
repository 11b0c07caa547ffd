/**
 * Queues CPU-intensive requests, such as processing a replay or computing candles. A few requests
 * run at a time, round-robin by network. The queue length is limited, so that other users' requests
 * are not delayed.
 */
import { createFairQueue, widestNetworkOf } from "#platform";

export interface RequestCaller {
  readonly ip: string;
  /** Undefined for a visitor, who is limited only by network. */
  readonly userId?: string | undefined;
}

export interface RequestQueue {
  /**
   * Runs `work` when its turn comes. Throws the error from `busy` if the user has too many requests
   * or the queue is full.
   */
  take<Result>(caller: RequestCaller, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Maximum number of concurrent requests. All requests share the event loop, so more concurrent
 * requests would only slow each other down.
 */
const AT_ONCE_MAX = 2;
const WAITING_MAX = 60;
/**
 * Maximum number of requests per user: enough for the pages of all replays that a user may run,
 * with one chart each.
 */
const OF_USER_MAX = 10;

export function createRequestQueue(busy: () => Error): RequestQueue {
  const queue = createFairQueue({ atOnceMax: AT_ONCE_MAX, waitingMax: WAITING_MAX, busy });
  const ofUsers = new Map<string, number>();
  return {
    async take({ ip, userId }, work) {
      if (userId === undefined) return queue.take(widestNetworkOf(ip), work);
      const own = ofUsers.get(userId) ?? 0;
      if (own >= OF_USER_MAX) throw busy();
      ofUsers.set(userId, own + 1);
      try {
        return await queue.take(widestNetworkOf(ip), work);
      } finally {
        const rest = (ofUsers.get(userId) ?? 1) - 1;
        if (rest === 0) ofUsers.delete(userId);
        else ofUsers.set(userId, rest);
      }
    },
  };
}
