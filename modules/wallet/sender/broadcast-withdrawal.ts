/**
 * Broadcasts a signed payment (signed -> broadcast) and rebroadcasts it when due. Each broadcast
 * sends the same stored bytes.
 */
import { failpoint } from "#platform";
import { noteSending } from "../withdrawals/withdrawal-queues.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import { moveByTxid, type WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import { pauseAfter, verdictOf, type Verdict } from "./node-verdict.ts";
import type { SenderDeps } from "./deps.ts";

type Deps = Pick<SenderDeps, "database" | "node" | "clock" | "log">;

/**
 * Sends the payment. Returns the owners of the batch's withdrawals if the payment's state changed,
 * otherwise an empty list.
 */
export async function broadcastWithdrawal(
  deps: Deps,
  { id, state, txid, rawHex, sendCount }: WithdrawalRow,
): Promise<readonly string[]> {
  const { database, clock, log } = deps;
  if (rawHex === null || txid === null) throw new Error(`${id} is signed without bytes`);
  failpoint("wallet.sending");
  const verdict = await sendBytes(deps, rawHex);
  failpoint("wallet.sent");
  if (!verdict.isTaken)
    log.warn(
      { withdrawalId: id, answer: verdict.answer },
      "the node did not accept a transaction; it will be sent again",
    );
  const userIds = await database.transaction(async (tx) => {
    const now = clock.now();
    const nextSendAt = new Date(
      now.getTime() + pauseAfter(verdict, { sendCount, isInMempool: state === "in_mempool" }),
    );
    await noteSending(tx, id, { answer: verdict.answer, nextSendAt });
    return verdict.isTaken ? moveByTxid(tx, [txid], steps.broadcast, { broadcastAt: now }) : [];
  });
  failpoint("wallet.broadcast");
  return userIds;
}

export async function sendBytes({ node }: Pick<Deps, "node">, rawHex: string): Promise<Verdict> {
  try {
    return { isTaken: true, answer: await node.sendRawTransaction(rawHex) };
  } catch (error) {
    return verdictOf(error);
  }
}
