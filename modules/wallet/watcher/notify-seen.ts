/**
 * Notifies users of incoming payments. Runs after the block is committed, because sending a message
 * must never delay a block.
 */
import { BTC_DECIMALS, formatAmount } from "#money";
import { deliver } from "#notifications";
import { isolateFailure } from "#platform";
import { confirmationsRequired } from "../chain/chain-rules.ts";
import type { FirstSeen, WatcherDeps } from "./deps.ts";

export async function notifySeen(
  deps: WatcherDeps,
  firstSeen: readonly FirstSeen[],
): Promise<void> {
  for (const { userId, txid, amountSats, isCoinbase } of firstSeen)
    await isolateFailure(deps, txid, async () => {
      const values = {
        amountBtc: formatAmount(amountSats, BTC_DECIMALS),
        txid,
        required: String(confirmationsRequired({ isCoinbase })),
      };
      const now = deps.clock.now();
      await deps.database.transaction((tx) =>
        deliver(tx, { userId, template: "deposit_seen", values, now }),
      );
    });
}
