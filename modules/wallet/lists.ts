/**
 * Lists a user's deposits and withdrawals in pages, newest first. A page's cursor is the last id of
 * the previous page.
 */
import { readCursor } from "./chain/chain-table.ts";
import { connectionsOf } from "./connections/connections-table.ts";
import { findDeposit, listDepositRows } from "./deposits/deposits-table.ts";
import { presentDeposit, type Seen } from "./deposits/present-deposit.ts";
import type { WalletDeps } from "./deps.ts";
import { findPayout, listPayoutRows, type PayoutRow } from "./payouts/payouts-table.ts";
import { presentPayout } from "./payouts/present-payout.ts";
import { refuse } from "./terms/refusals.ts";
import { presentWithdrawal } from "./withdrawals/present-withdrawal.ts";
import {
  findWithdrawal,
  listWithdrawalRows,
  type WithdrawalRow,
} from "./withdrawals/withdrawals-table.ts";

export interface PageRequest {
  readonly userId: string;
  readonly cursor: string | undefined;
  readonly limit: number;
}

type Deps = Pick<WalletDeps, "database">;
type OnNetwork = Deps & { readonly account: Pick<WalletDeps["account"], "network"> };

export async function listDeposits(deps: OnNetwork, request: PageRequest) {
  const { rows, tipHeight, nextCursor } = await page(deps, request, "dep", listDepositRows);
  const view = { ...(await verifiedOf(deps, request.userId)), tipHeight };
  return { items: rows.map((row) => presentDeposit(row, view)), nextCursor };
}

/** Returns one deposit. Treats another user's deposit as missing. */
export async function getDeposit(
  deps: OnNetwork,
  of: { readonly userId: string; readonly depositId: string },
) {
  const row = await findDeposit(deps.database, of);
  if (!row) throw refuse.deposit_not_found();
  const cursor = await readCursor(deps.database);
  const view = { ...(await verifiedOf(deps, of.userId)), tipHeight: cursor?.height ?? 0 };
  return presentDeposit(row, view);
}

async function verifiedOf(
  { database, account: { network } }: OnNetwork,
  userId: string,
): Promise<Omit<Seen, "tipHeight">> {
  const connections = await connectionsOf(database, { userId, network });
  return { network, verified: new Set(connections.map(({ scriptHex }) => scriptHex)) };
}

/**
 * Lists on-chain withdrawals and simulated payouts together, sorted by id. Ids begin with the time
 * of the request.
 */
export async function listWithdrawals(deps: Deps, request: PageRequest) {
  const { rows, tipHeight, nextCursor } = await page(deps, request, "wdr", listBothKinds);
  const items = rows.map((row) =>
    "nextAt" in row ? presentPayout(row) : presentWithdrawal(row, tipHeight),
  );
  return { items, nextCursor };
}

async function listBothKinds(
  queryable: Deps["database"],
  request: { userId: string; beforeId: string | undefined; limit: number },
): Promise<(WithdrawalRow | PayoutRow)[]> {
  const rows = [
    ...(await listWithdrawalRows(queryable, request)),
    ...(await listPayoutRows(queryable, request)),
  ];
  return rows.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, request.limit);
}

/** Returns one withdrawal. Treats another user's withdrawal as missing. */
export async function getWithdrawal(
  { database }: Deps,
  { userId, withdrawalId }: { readonly userId: string; readonly withdrawalId: string },
) {
  const payout = await findPayout(database, withdrawalId);
  if (payout?.userId === userId) return presentPayout(payout);
  const row = await findWithdrawal(database, withdrawalId);
  if (row?.userId !== userId || row.purpose !== "user") throw refuse.withdrawal_not_found();
  const cursor = await readCursor(database);
  return presentWithdrawal(row, cursor?.height ?? 0);
}

async function page<Row extends { readonly id: string }>(
  { database }: Deps,
  { userId, cursor, limit }: PageRequest,
  prefix: string,
  list: (
    queryable: Deps["database"],
    page: { userId: string; beforeId: string | undefined; limit: number },
  ) => Promise<Row[]>,
): Promise<{ rows: Row[]; tipHeight: number; nextCursor: string | null }> {
  if (cursor !== undefined && !new RegExp(`^${prefix}_[0-9a-f]{32}$`).test(cursor))
    throw refuse.invalid_cursor();
  const rowsAndNext = await list(database, { userId, beforeId: cursor, limit: limit + 1 });
  const rows = rowsAndNext.slice(0, limit);
  const tip = await readCursor(database);
  const nextCursor = rowsAndNext.length > limit ? (rows.at(-1)?.id ?? null) : null;
  return { rows, tipHeight: tip?.height ?? 0, nextCursor };
}
