/**
 * Imports a signed return. From then on, it is handled like any self-transfer: it is rebroadcast as
 * often as needed, watched and settled, and the platform pays its fee. Importing a return twice has
 * no effect.
 */
import { parseTransaction, rawTransaction, type Transaction } from "#bitcoin";
import { postAll, type Transfer } from "#ledger";
import { failpoint, type DatabaseTransaction, type Queryable } from "#platform";
import { claimSpareSats, type Treasury } from "#treasury";
import { feeAsideLeg } from "../books/self-transfer-legs.ts";
import type { Account } from "../chain/account.ts";
import { lockCursor } from "../chain/chain-table.ts";
import { steps } from "../self-transfers/self-transfer-states.ts";
import { insertSelfTransfer, moveSelfTransfers } from "../self-transfers/self-transfers-table.ts";
import { refuse as walletRefusals } from "../terms/refusals.ts";
import { findColdCoins, listReservedCold, reserveCold } from "./cold-coins-table.ts";
import { COLD_KIND } from "./cold-moves-table.ts";
import { coldRefusals as refuse } from "./cold-refusals.ts";
import {
  findReturn,
  lockReturn,
  lockUnimported,
  markImported,
  type ReturnRow,
} from "./cold-returns-table.ts";
import { findDescriptor } from "./descriptors-table.ts";
import { parseDescriptor } from "./descriptor.ts";
import { readSigned, type SignedReturn } from "./read-signed.ts";

interface Import {
  readonly id: string;
  readonly signed: SignedReturn;
  readonly by: string;
  readonly now: Date;
}

export interface ImportedReturn {
  readonly row: ReturnRow;
  /** True if the return was already imported and nothing was written. */
  readonly isRepeated: boolean;
  /** Legs that the caller posts at the end of its transaction. */
  readonly legs: readonly Transfer[];
}

/**
 * Checks the signatures of a return. Call this before starting the import's transaction, because a
 * check takes 30 ms per coin and the checked details cannot change afterwards. `psbt` is base64 or
 * hex. Throws a Refusal if the PSBT is not acceptable.
 */
export async function checkSignedReturn(
  queryable: Queryable,
  account: Account,
  { id, psbt }: { readonly id: string; readonly psbt: string },
): Promise<SignedReturn> {
  const row = await findReturn(queryable, id);
  if (!row) throw refuse.cold_not_found();
  refuseUnapproved(row);
  const described = await findDescriptor(queryable, row.descriptorId);
  if (!described) throw new Error(`${row.descriptorId} vanished`);
  const descriptor = parseDescriptor(described.descriptor, account);
  const coins = await listReservedCold(queryable, id);
  return readSigned(psbt, row.psbt, { coins, descriptor });
}

/** Imports a checked return. Throws a Refusal if the return can no longer be imported. */
export async function importColdReturn(
  tx: DatabaseTransaction,
  { treasury }: { readonly treasury: Treasury },
  { id, signed, by, now }: Import,
): Promise<ImportedReturn> {
  const cursor = await lockCursor(tx);
  if (cursor.lockedReason !== null) throw walletRefusals.payments_locked();
  const row = await lockReturn(tx, id);
  if (!row) throw refuse.cold_not_found();
  refuseUnapproved(row);
  if (row.state === "imported") return { row, isRepeated: true, legs: [] };
  const coins = await listReservedCold(tx, id);
  if (coins.some(({ spentTxid, height }) => spentTxid !== null || height === null))
    throw refuse.cold_coins_gone();
  failpoint("wallet.cold-importing");
  await begin(tx, row, { ...signed, by, now });
  const { minerFeeSats } = row;
  const spareSats = await claimSpareSats(tx, treasury, { now, wantedSats: minerFeeSats });
  // If the treasury cannot pay the fee now, the fee becomes its debt at the sixth confirmation.
  const isSpare = spareSats >= minerFeeSats;
  return { row, isRepeated: false, legs: isSpare ? [feeAsideLeg({ id, minerFeeSats })] : [] };
}

function refuseUnapproved({ state }: ReturnRow): void {
  if (state !== "approved" && state !== "imported") throw refuse.cold_not_approved();
}

/** Posts the legs of an import. Call this last in the transaction. */
export async function bookColdReturn(
  tx: DatabaseTransaction,
  { legs }: Pick<ImportedReturn, "legs">,
): Promise<void> {
  if (legs.length > 0) await postAll(tx, [...legs]);
}

async function begin(
  tx: DatabaseTransaction,
  row: ReturnRow,
  {
    rawHex,
    virtualSize,
    by,
    now,
  }: SignedReturn & { readonly by: string | null; readonly now: Date },
): Promise<void> {
  const { id, txid, coins, coinsSats, minerFeeSats, psbt } = row;
  if (parseTransaction(rawHex).txid !== txid) throw new Error(`${id} is a different transaction`);
  const transfer = { id, txid, psbt, coins, amountSats: coinsSats, minerFeeSats };
  await insertSelfTransfer(tx, { ...COLD_KIND, ...transfer, virtualSize, chosenAt: now });
  await moveSelfTransfers(tx, [txid], steps.sign, {
    rawHex,
    virtualSize,
    signedAt: now,
    nextSendAt: now,
  });
  await markImported(tx, id, { by, now });
}

/**
 * Imports exported returns that another wallet broadcast, even if they have been cancelled. A
 * return in the chain was signed by enough key holders.
 */
export async function adoptColdReturns(
  tx: DatabaseTransaction,
  transactions: readonly Transaction[],
  now: Date,
): Promise<void> {
  const byTxid = new Map(transactions.map((transaction) => [transaction.txid, transaction]));
  for (const row of await lockUnimported(tx, [...byTxid.keys()])) {
    const transaction = byTxid.get(row.txid);
    if (!transaction) continue;
    const { virtualSizeBytes: virtualSize, inputs } = transaction;
    const spent = inputs.map((input) => ({ txid: input.txid, vout: input.outputIndex }));
    await begin(tx, row, { rawHex: rawTransaction(transaction), virtualSize, by: null, now });
    const coins = await findColdCoins(tx, spent);
    const free = coins.filter(({ reservedBy }) => reservedBy === null);
    await reserveCold(tx, free, row.id);
  }
}
