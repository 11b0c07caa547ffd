/**
 * Saves a self-transfer (a transaction from the platform to itself) in the caller's database
 * transaction, and reserves its fee and coins. It pays one new change address. The signer then
 * signs the saved transaction.
 */
import { setImmediate as pause } from "node:timers/promises";
import { parseTransaction } from "#bitcoin";
import { postAtCommit } from "#ledger";
import { newId, type DatabaseTransaction } from "#platform";
import { claimSpareSats, type Treasury } from "#treasury";
import { feeAsideLeg } from "../books/self-transfer-legs.ts";
import { CHANGE, type Account } from "../chain/account.ts";
import { insertAddress } from "../chain/addresses-table.ts";
import type { CoinRow } from "../chain/coins-table.ts";
import { draftPayment } from "../coins/build-psbt.ts";
import { insertSelfTransfer, type NewSelfTransfer } from "./self-transfers-table.ts";

export interface SelfTransferPlan {
  readonly coins: readonly CoinRow[];
  readonly coinsSats: bigint;
  readonly minerFeeSats: bigint;
  readonly virtualSize: bigint;
}

const CONSOLIDATION = { kind: "consolidation", withdrawalId: null, parentTxid: null } as const;

export interface Unsigned {
  readonly psbt: string;
  readonly txid: string;
  readonly index: number;
}

/**
 * Returns the unsigned transaction and its txid, which signatures do not change because all inputs
 * are P2WPKH. Yields to the event loop after each coin.
 */
export async function unsignedTransfer(
  account: Account,
  plan: SelfTransferPlan,
  index: number,
): Promise<Unsigned> {
  const draft = draftPayment(account);
  for (const coin of plan.coins) {
    draft.addCoin(coin);
    await pause();
  }
  draft.addChange({ index, amountSats: plan.coinsSats - plan.minerFeeSats });
  const { txid } = parseTransaction(draft.unsignedHex());
  await pause();
  return { psbt: draft.psbt(), txid, index };
}

/**
 * Saves the transaction while holding the chain cursor's lock. Returns undefined and writes nothing
 * if the platform cannot spare the fee or a coin is no longer available. If the treasury's balance
 * changes before the commit, throws a LedgerRefusal, or the error that `refusalOf` derives from it.
 */
export async function chooseSelfTransfer(
  tx: DatabaseTransaction,
  { account, treasury }: { readonly account: Account; readonly treasury: Treasury },
  chosen: {
    readonly plan: SelfTransferPlan;
    readonly unsigned: Unsigned;
    readonly now: Date;
    /** Purpose of the transaction; defaults to a consolidation. */
    readonly purpose?: Pick<NewSelfTransfer, "kind" | "withdrawalId" | "parentTxid">;
    /** Reserves the coins for the transaction with this id. */
    readonly reserve: (id: string) => Promise<boolean>;
    readonly refusalOf?: Parameters<typeof postAtCommit>[2];
  },
): Promise<string | undefined> {
  const { plan, unsigned, now, purpose = CONSOLIDATION } = chosen;
  const { minerFeeSats } = plan;
  const id = newId("slf", now);
  const spareSats = await claimSpareSats(tx, treasury, { now, wantedSats: minerFeeSats });
  if (spareSats < minerFeeSats || !(await chosen.reserve(id))) return undefined;
  await insertAddress(tx, account.derive(CHANGE, unsigned.index), { purpose: "change", now });
  await insertSelfTransfer(tx, {
    ...purpose,
    id,
    txid: unsigned.txid,
    psbt: unsigned.psbt,
    coins: plan.coins.length,
    amountSats: plan.coinsSats,
    minerFeeSats,
    virtualSize: Number(plan.virtualSize),
    chosenAt: now,
  });
  // Posted at commit, because the administrator's audit entry must be written before the treasury
  // is locked.
  postAtCommit(tx, [[feeAsideLeg({ id, minerFeeSats })]], chosen.refusalOf);
  return id;
}
