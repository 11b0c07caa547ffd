/**
 * What the wallet will cost the platform: what reorganisations took from people who could not give
 * it back is owed to everybody else, and what was added to the fees of payments under way is spent.
 * What users withdraw is their own and lies in their holds; grants of the faucet were set aside.
 */
import type { Liabilities, Obligations } from "#treasury";
import { openDebts } from "./books/debts-table.ts";
import { selfTransferFees } from "./self-transfers/self-transfers-table.ts";
import { supportSetAside } from "./terms/fees.ts";

export const walletLiabilities: Liabilities = async (queryable) => {
  const common = { heldSats: 0n, isSetAside: false, closedReason: null };
  const debts = await openDebts(queryable);
  const support = await supportSetAside(queryable);
  const own = await selfTransferFees(queryable);
  return [
    {
      ...common,
      name: "Deposits that the chain took back",
      open: debts.open,
      owedSats: debts.sats,
    },
    {
      ...common,
      name: "Miners' fees of payments under way",
      open: support.open + own.open,
      owedSats: support.sats + own.sats,
    },
  ];
};

export const walletObligations: Obligations = async (queryable) =>
  (await openDebts(queryable)).sats;
