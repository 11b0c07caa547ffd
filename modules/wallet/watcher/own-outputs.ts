/** Finds the wallet's outputs in raw transactions by comparing scripts byte for byte. Pure. */
import type { Transaction } from "#bitcoin";
import type { AddressRow } from "../chain/addresses-table.ts";
import type { WithdrawalRow } from "../withdrawals/withdrawals-table.ts";

export interface OwnOutput {
  readonly txid: string;
  readonly vout: number;
  readonly scriptHex: string;
  readonly address: string;
  readonly amountSats: bigint;
  readonly isCoinbase: boolean;
  /** True if the output is change of the platform's own payment, which is a coin but not income. */
  readonly isChange: boolean;
  /**
   * User who receives the output; null for the treasury, which also receives third-party payments
   * to change addresses.
   */
  readonly userId: string | null;
  /**
   * Id of the withdrawal that the output pays; null if the platform did not send the transaction.
   */
  readonly withdrawalId: string | null;
}

export function scriptsOf(transactions: readonly Transaction[]): string[] {
  return [...new Set(transactions.flatMap(({ outputs }) => outputs.map((o) => o.scriptHex)))];
}

/** Returns the wallet's outputs, except outputs of 0 satoshis. `others` contains self-transfers. */
export function ownOutputs(
  transactions: readonly Transaction[],
  addresses: ReadonlyMap<string, AddressRow>,
  payments: readonly Pick<WithdrawalRow, "id" | "txid" | "outputIndex">[],
  others: readonly string[] = [],
): OwnOutput[] {
  const ownTxids = new Set([...payments.map(({ txid }) => txid), ...others]);
  const paid = new Map(payments.map(({ id, txid, outputIndex }) => [`${txid}:${outputIndex}`, id]));
  return transactions.flatMap(({ txid, isCoinbase, outputs }) =>
    outputs.flatMap(({ index, scriptHex, amountSats }) => {
      const owner = addresses.get(scriptHex);
      if (!owner || amountSats === 0n) return [];
      return {
        txid,
        vout: index,
        scriptHex,
        address: owner.address,
        amountSats,
        isCoinbase,
        isChange: owner.purpose === "change" && ownTxids.has(txid),
        userId: owner.userId,
        withdrawalId: paid.get(`${txid}:${index}`) ?? null,
      };
    }),
  );
}
