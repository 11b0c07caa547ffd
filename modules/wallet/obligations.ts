/**
 * The wallet's obligations. The platform owes all other users the amounts that reorgs took from
 * users who could not return them. Amounts added to the fees of open payments are spent. Users'
 * withdrawals are covered by their own holds, and faucet grants are already set aside.
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
      name: "Deposits taken back by reorganisations",
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
