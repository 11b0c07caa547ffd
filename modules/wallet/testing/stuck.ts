/** Helpers for administrators' decisions about unmined payments. */
import { openAbandonment, openCpfp, type StuckRequest } from "../stuck/open-stuck.ts";
import { listOfPayment, type SelfTransferRow } from "../self-transfers/self-transfers-table.ts";
import { readCursor } from "../chain/chain-table.ts";
import { verifyLedger } from "#ledger";
import { expect } from "vitest";
import type { Installation } from "./installation.ts";

type Decided = Pick<Installation, "database" | "wallet">;
type Wanted = Partial<StuckRequest> & Pick<StuckRequest, "withdrawalId">;

const COST_SATS_MAX = 100_000n;

export function openCpfpFor({ database, wallet }: Decided, wanted: Wanted) {
  const request = { feeRateSatsPerVb: 20, costSats: COST_SATS_MAX, ...wanted };
  return database.transaction((tx) => openCpfp(tx, wallet, request));
}

export function abandonFor({ database, wallet }: Decided, wanted: Wanted) {
  const request = { feeRateSatsPerVb: 20, costSats: COST_SATS_MAX, ...wanted };
  return database.transaction((tx) => openAbandonment(tx, wallet, request));
}

/** Returns the payment's newest CPFP transaction or abandonment. */
export async function attemptFor(
  { database }: Pick<Installation, "database">,
  withdrawalId: string,
): Promise<SelfTransferRow> {
  const newest = (await listOfPayment(database, withdrawalId)).at(-1);
  if (!newest) throw new Error(`nothing is done about ${withdrawalId}`);
  return newest;
}

export async function expectBooksFit({ database }: Pick<Installation, "database">): Promise<void> {
  expect(await verifyLedger(database)).toEqual([]);
  expect(await readCursor(database)).toMatchObject({ unexplainedSats: 0n, lockedReason: null });
}
