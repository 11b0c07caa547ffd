import type { BitcoinNode, Transaction } from "#bitcoin";

/**
 * Returns the transaction if it is in the node's mempool. Requests the transaction by its id first,
 * so that the whole mempool is fetched only if the node knows the transaction.
 */
export async function findInMempool(
  node: Pick<BitcoinNode, "getRawMempool" | "getTransaction">,
  txid: string,
): Promise<Transaction | undefined> {
  const transaction = await node.getTransaction(txid);
  return transaction && (await node.getRawMempool()).includes(txid) ? transaction : undefined;
}
