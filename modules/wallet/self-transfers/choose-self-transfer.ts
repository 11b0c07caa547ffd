/**
 * Writes a transaction of the platform itself: to one new change address, its fee put aside, its
 * coins set aside, in the caller's transaction. The signer takes it from there.
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
  /** Of the change address that all of it goes to. */
  readonly index: number;
}

/**
 * Its inputs are P2WPKH: the signatures do not change the txid. Whoever waits comes between two
 * coins.
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
 * Under the cursor's lock. Undefined, and nothing is written, when the platform has nothing spare
 * for the fee or a coin is gone. The transaction throws a LedgerRefusal, or what `refusalOf` makes
 * of it, when the treasury moved meanwhile.
 */
export async function chooseSelfTransfer(
  tx: DatabaseTransaction,
  { account, treasury }: { readonly account: Account; readonly treasury: Treasury },
  chosen: {
    readonly plan: SelfTransferPlan;
    readonly unsigned: Unsigned;
    readonly now: Date;
    /** What for; a consolidation unless told. */
    readonly purpose?: Pick<NewSelfTransfer, "kind" | "withdrawalId" | "parentTxid">;
    /** Sets the coins aside for that id. */
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
  // An administrator's entry of the audit log comes before the treasury is locked.
  postAtCommit(tx, [[feeAsideLeg({ id, minerFeeSats })]], chosen.refusalOf);
  return id;
}
