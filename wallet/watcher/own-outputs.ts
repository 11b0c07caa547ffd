/** Finds in raw transactions what belongs to us: matched by script, byte for byte. Pure. */
import type { Transaction } from "#bitcoin";
import type { AddressRow } from "../chain/addresses-table.ts";

export interface OwnOutput {
  readonly txid: string;
  readonly vout: number;
  readonly scriptHex: string;
  readonly address: string;
  readonly amountSats: bigint;
  readonly isCoinbase: boolean;
  /** Change of a payment of ours: a coin, but no income. */
  readonly isChange: boolean;
  /** Whose income it is; null is the treasury's, also what strangers send to a change address. */
  readonly userId: string | null;
  /** The payment of ours that made it. */
  readonly withdrawalId: string | null;
}

export function scriptsOf(transactions: readonly Transaction[]): string[] {
  return [...new Set(transactions.flatMap(({ outputs }) => outputs.map((o) => o.scriptHex)))];
}

/**
 * `ownPayments`: withdrawal id by txid, null for one that no withdrawal explains. Outputs of 0
 * satoshis are nobody's income and left out.
 */
export function ownOutputs(
  transactions: readonly Transaction[],
  addresses: ReadonlyMap<string, AddressRow>,
  ownPayments: ReadonlyMap<string, string | null>,
): OwnOutput[] {
  return transactions.flatMap(({ txid, isCoinbase, outputs }) =>
    outputs.flatMap(({ index, scriptHex, amountSats }) => {
      const owner = addresses.get(scriptHex);
      if (!owner || amountSats === 0n) return [];
      const withdrawalId = ownPayments.get(txid) ?? null;
      return {
        txid,
        vout: index,
        scriptHex,
        address: owner.address,
        amountSats,
        isCoinbase,
        isChange: owner.purpose === "change" && ownPayments.has(txid),
        userId: owner.userId,
        withdrawalId,
      };
    }),
  );
}
