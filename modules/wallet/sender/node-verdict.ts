/**
 * Interprets the node's response to sendrawtransaction. Only two responses mean that the payment
 * was accepted: a txid, and the error that the node already has the transaction. After any other
 * response, the same bytes are sent again, because an error may hide a success. A timeout can occur
 * after the node accepted the payment, and the node also returns "missing inputs" if the
 * transaction's outputs are already mined and spent. The wallet's tables decide whether a
 * conflicting transaction was mined. Pure.
 */
import { RpcError, rpcCodes } from "#bitcoin";
import { Outage } from "#platform";

export interface Verdict {
  readonly isTaken: boolean;
  /** The node's response, stored with the withdrawal for later investigation. */
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
 * Pause before a payment that was never seen in the mempool is sent again. Short, because a killed
 * node forgets the last transactions it accepted.
 */
const UNSEEN_PAUSE_MS = 5_000;
/** Rebroadcast interval for transactions in the mempool, because nodes may drop them. */
export const REBROADCAST_MS = 600_000;

/**
 * Returns the milliseconds until the next broadcast of the same bytes. `sendCount` is the number of
 * broadcasts so far.
 */
export function pauseAfter(
  verdict: Verdict,
  { sendCount, isInMempool }: { readonly sendCount: number; readonly isInMempool: boolean },
): number {
  if (verdict.isTaken) return isInMempool ? REBROADCAST_MS : UNSEEN_PAUSE_MS;
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(sendCount, 16), LONGEST_PAUSE_MS);
}
