/**
 * Computes the wallet's obligations: deposits that reorgs reversed after users had spent them,
 * because the platform owes these amounts to its other users. Fee bumps of open payments count as
 * spent. Withdrawals are covered by the users' own held coins, and faucet grants are already set
 * aside.
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
      name: "Deposits reversed by reorganisations",
      open: debts.open,
      owedSats: debts.sats,
    },
    {
      ...common,
      name: "Miners' fees of open payments",
      open: support.open + own.open,
      owedSats: support.sats + own.sats,
    },
  ];
};

export const walletObligations: Obligations = async (queryable) =>
  (await openDebts(queryable)).sats;
