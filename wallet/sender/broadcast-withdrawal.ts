/**
 * signed -> broadcast, and every sending after that: always the stored bytes, as often as it takes.
 */
import { failpoint } from "#platform";
import { noteSending } from "../withdrawals/withdrawal-queues.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import { moveWithdrawal, type WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import { pauseAfter, verdictOf, type Verdict } from "./node-verdict.ts";
import type { SenderParts } from "./parts.ts";

type Parts = Pick<SenderParts, "database" | "node" | "clock" | "log">;

export async function broadcastWithdrawal(
  parts: Parts,
  { id, state, rawHex, sendCount }: WithdrawalRow,
): Promise<void> {
  const { database, clock, log } = parts;
  if (rawHex === null) throw new Error(`${id} is signed without bytes`);
  failpoint("wallet.sending");
  const verdict = await send(parts, rawHex);
  failpoint("wallet.sent");
  if (!verdict.isTaken) log.warn({ withdrawalId: id, answer: verdict.answer }, "not sent yet");
  await database.transaction(async (tx) => {
    const now = clock.now();
    const nextSendAt = new Date(
      now.getTime() + pauseAfter(verdict, { sendCount, isInMempool: state === "in_mempool" }),
    );
    await noteSending(tx, id, { answer: verdict.answer, nextSendAt });
    if (verdict.isTaken) await moveWithdrawal(tx, id, steps.broadcast, { broadcastAt: now });
  });
  failpoint("wallet.broadcast");
}

async function send({ node }: Pick<Parts, "node">, rawHex: string): Promise<Verdict> {
  try {
    return { isTaken: true, answer: await node.sendRawTransaction(rawHex) };
  } catch (error) {
    return verdictOf(error);
  }
}
