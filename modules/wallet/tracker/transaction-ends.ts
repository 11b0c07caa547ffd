/**
 * Returns the inputs and outputs of a transaction. Input amounts and addresses are known only for
 * the platform's own coins. Outputs are marked with their owners.
 */
import { formatAddress, type Network, type Transaction } from "#bitcoin";
import type { Queryable } from "#platform";
import { findAddresses } from "../chain/addresses-table.ts";
import { findCoins } from "../chain/coins-table.ts";
import type { OwnMovement } from "./own-movements.ts";

/**
 * Returns the inputs and outputs. Outputs have owners only if the caller has a part in the
 * transaction (`own`).
 */
export async function transactionEnds(
  database: Queryable,
  of: {
    readonly network: Network;
    readonly transaction: Transaction | undefined;
    readonly own: readonly OwnMovement[];
  },
) {
  const { network, transaction, own } = of;
  const spent = (transaction?.inputs ?? []).map(({ txid, outputIndex: vout }) => ({ txid, vout }));
  const outputs = transaction?.outputs ?? [];
  const coins = new Map(
    (await findCoins(database, spent)).map((coin) => [`${coin.txid}:${coin.vout}`, coin]),
  );
  const isPayment = own.some(({ kind }) => kind === "withdrawal") || coins.size > 0;
  const scripts = outputs.map(({ scriptHex }) => scriptHex);
  const house = own.length > 0 && isPayment ? await findAddresses(database, scripts) : new Map();
  const kinds = new Map(own.map(({ vout, kind }) => [vout, kind]));
  const ownerOf = (vout: number, scriptHex: string): "you" | "recipient" | "change" | null => {
    const kind = kinds.get(vout);
    if (kind !== undefined) return kind === "deposit" ? "you" : "recipient";
    return house.get(scriptHex)?.purpose === "change" ? "change" : null;
  };
  return {
    inputs: spent.map((input) => {
      const coin = coins.get(`${input.txid}:${input.vout}`);
      return {
        ...input,
        amountSats: coin?.amountSats ?? null,
        address: coin === undefined ? null : (formatAddress(network, coin.scriptHex) ?? null),
      };
    }),
    outputs: outputs.map(({ scriptHex, amountSats }, vout) => ({
      address: formatAddress(network, scriptHex) ?? null,
      scriptHex,
      amountSats,
      owner: ownerOf(vout, scriptHex),
    })),
  };
}
