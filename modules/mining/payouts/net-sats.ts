import { userAccount, type TransferEvent } from "#ledger";

/** The change of the user's available satoshis by an event that only pays and charges that user. */
export function netSats(userId: string, event: TransferEvent): bigint {
  const available = userAccount(userId, "available", "BTC");
  return event.reduce(
    (sum, { credit, amount }) => (credit === available ? sum + amount : sum - amount),
    0n,
  );
}
