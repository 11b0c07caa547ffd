/**
 * Interprets the node's response to sendrawtransaction. Only two responses mean that the payment
 * was accepted: a txid, and an error that says the node already has the transaction. After any
 * other response the same bytes are sent again. A timeout may hide a success, and "missing inputs"
 * is also the response for a transaction whose outputs are mined and spent. Our own tables decide
 * whether another transaction was mined instead. Pure.
 */
import { RpcError, rpcCodes } from "#bitcoin";
import { Outage } from "#platform";

export interface Verdict {
  readonly isTaken: boolean;
  /** Stored with the withdrawal, for people who investigate the withdrawal. */
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
 * Pause before a payment that was never seen in the mempool is sent again. A killed node forgets
 * the last transactions it accepted, so only transactions seen in its mempool may wait longer.
 */
const UNSEEN_PAUSE_MS = 5_000;
/** Transactions in the mempool are sent again from time to time, because nodes forget them. */
export const REBROADCAST_MS = 600_000;

/**
 * Returns the milliseconds until the same bytes are sent again. `sendCount` is how often they were
 * already sent.
 */
export function pauseAfter(
  verdict: Verdict,
  { sendCount, isInMempool }: { readonly sendCount: number; readonly isInMempool: boolean },
): number {
  if (verdict.isTaken) return isInMempool ? REBROADCAST_MS : UNSEEN_PAUSE_MS;
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(sendCount, 16), LONGEST_PAUSE_MS);
}
