/**
 * Requests that take much of the processor: a walk of a replay, candles that have to be made. A few
 * of them run at once, network by network, and only so many wait, so that other users' requests are
 * answered as before.
 */
import { createFairQueue, widestNetworkOf } from "#platform";

/** The caller of a request. */
export interface RequestCaller {
  readonly ip: string;
  /** Undefined: a visitor, who counts with the network alone. */
  readonly userId?: string | undefined;
}

export interface RequestQueue {
  /** Throws what `busy` makes where the user or all together have too many requests. */
  take<Result>(caller: RequestCaller, work: () => Promise<Result>): Promise<Result>;
}

/** Their slices of the event loop are shared; more at once only wait for each other. */
const AT_ONCE_MAX = 2;
const WAITING_MAX = 60;
/** Pages of all replays that a user may run, with a chart each. */
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
