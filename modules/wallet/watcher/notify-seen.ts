/**
 * Writes to users about payments on their way. After the commit and on its own: a message must
 * never hold up a block.
 */
import { BTC_DECIMALS, formatAmount } from "#money";
import { deliver } from "#notifications";
import { isolateFailure } from "#platform";
import { confirmationsRequired } from "../chain/chain-rules.ts";
import type { FirstSeen, WatcherParts } from "./parts.ts";

export async function notifySeen(
  parts: WatcherParts,
  firstSeen: readonly FirstSeen[],
): Promise<void> {
  for (const { userId, txid, amountSats, isCoinbase } of firstSeen)
    await isolateFailure(parts, txid, async () => {
      const values = {
        amountBtc: formatAmount(amountSats, BTC_DECIMALS),
        txid,
        required: String(confirmationsRequired({ isCoinbase })),
      };
      const now = parts.clock.now();
      await parts.database.transaction((tx) =>
        deliver(tx, { userId, template: "deposit_seen", values, now }),
      );
    });
}
