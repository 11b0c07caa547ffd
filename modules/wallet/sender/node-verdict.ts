/**
 * What an answer to sendrawtransaction means. Only two things count as taken: a txid, and words
 * that say the node has it already. Everything else is "send the same bytes again": a timeout may
 * hide a success, and "missing inputs" is also what a node says of a transaction that is mined and
 * spent. Whether another transaction won is decided from our own tables. Pure.
 */
import { RpcError, rpcCodes } from "#bitcoin";
import { Outage } from "#platform";

export interface Verdict {
  readonly isTaken: boolean;
  /** Kept with the withdrawal, for whoever looks after it. */
  readonly answer: string;
}

const HAS_IT_ALREADY =
  /already[- ]in[- ]mempool|already[- ]known|already[- ]in[- ](the )?(block ?)?chain/i;

export function verdictOf(error: unknown): Verdict {
  if (error instanceof RpcError) {
    const answer = `${error.code} ${error.reason}`;
    const isTaken = error.code === rpcCodes.alreadyInChain || HAS_IT_ALREADY.test(error.reason);
    return { isTaken, answer };
  }
  if (error instanceof Outage) return { isTaken: false, answer: `no answer: ${error.message}` };
  throw error;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/**
 * A node that is killed forgets what it took last, so only what the watcher has seen in its mempool
 * may wait long.
 */
const UNSEEN_PAUSE_MS = 5_000;
/** What the mempool holds is handed over again now and then: nodes forget. */
export const REBROADCAST_MS = 600_000;

/**
 * Milliseconds until the same bytes are sent again. `sendCount`: how often they were sent before.
 */
export function pauseAfter(
  verdict: Verdict,
  { sendCount, isInMempool }: { readonly sendCount: number; readonly isInMempool: boolean },
): number {
  if (verdict.isTaken) return isInMempool ? REBROADCAST_MS : UNSEEN_PAUSE_MS;
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(sendCount, 16), LONGEST_PAUSE_MS);
}
