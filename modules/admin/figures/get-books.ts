/** Compares the coins in the node's wallet with the coins in the ledger at the same moment. */
import type { Database } from "#platform";
import { chainStatus, coinsAndBooks, explainedSats } from "#wallet";

/** Returns the comparison, or null until the chain watcher has seen its first block. */
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
