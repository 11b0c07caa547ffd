import type { BitcoinNode, Transaction } from "#bitcoin";

/**
 * That transaction while it waits in the node's mempool, which is asked for whole only where the
 * node knows the transaction.
 */
export async function findInMempool(
  node: Pick<BitcoinNode, "getRawMempool" | "getTransaction">,
  txid: string,
): Promise<Transaction | undefined> {
  const transaction = await node.getTransaction(txid);
  return transaction && (await node.getRawMempool()).includes(txid) ? transaction : undefined;
}
