import type { BitcoinNode, Transaction } from "#bitcoin";

/**
 * Returns the transaction if it is in the node's mempool. Looks the transaction up by id first,
 * because fetching the whole mempool is expensive.
 */
export async function findInMempool(
  node: Pick<BitcoinNode, "getRawMempool" | "getTransaction">,
  txid: string,
): Promise<Transaction | undefined> {
  const transaction = await node.getTransaction(txid);
  return transaction && (await node.getRawMempool()).includes(txid) ? transaction : undefined;
}
