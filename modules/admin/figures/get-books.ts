/**
 * Whether the books add up: what the coins of the node's wallet explain against what the books say
 * is ours on the chain, both of one moment.
 */
import type { Database } from "#platform";
import { chainStatus, coinsAndBooks, explainedSats } from "#wallet";

/** Null before the chain watcher's first block. */
export function getBooks(database: Database) {
  return database.transaction(async (tx) => {
    await tx.query("set transaction isolation level repeatable read, read only");
    const chain = await chainStatus(tx);
    if (!chain) return null;
    const terms = await coinsAndBooks(tx);
    return {
      walletSats: explainedSats(terms),
      bookedSats: terms.bookedSats,
      height: chain.height,
    };
  });
}
