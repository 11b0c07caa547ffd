/**
 * Credits deposits in the ledger when they have enough confirmations, including the treasury's
 * coinbase outputs. Deposits to addresses of deleted accounts are credited to the treasury. Runs
 * only while the watcher is at the tip.
 */
import { outsideAccount, postAll, type Transfer } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import { deliver } from "#notifications";
import { derivedUuid, failpoint, isolateFailure, type DatabaseTransaction } from "#platform";
import { isGone } from "#users";
import { ownAccount, repayDebt } from "../books/claw-back.ts";
import { COINBASE_CONFIRMATIONS, CONFIRMATIONS } from "../chain/chain-rules.ts";
import { lockCursor, type Cursor } from "../chain/chain-table.ts";
import { listCreditable, markCredited, type DepositRow } from "../deposits/deposits-table.ts";
import { assignToTreasury } from "../deposits/ownerless-deposits.ts";
import { publishTouched, nothingTouched, type RoundDeps, type WatcherDeps } from "./deps.ts";

const DEPTHS = { plain: CONFIRMATIONS, coinbase: COINBASE_CONFIRMATIONS };

export async function creditDeposits(deps: RoundDeps, tip: Cursor): Promise<void> {
  for (const deposit of await listCreditable(deps.database, tip, DEPTHS))
    await isolateFailure(deps, deposit.id, () => creditDeposit(deps, tip, deposit));
}

async function creditDeposit(
  { database, bus, clock }: WatcherDeps,
  tip: Cursor,
  deposit: DepositRow,
): Promise<void> {
  const { id, userId, amountSats, txid } = deposit;
  const touched = nothingTouched();
  await database.transaction(async (tx) => {
    const cursor = await lockCursor(tx);
    const now = clock.now();
    if (cursor.hash !== tip.hash || !(await markCredited(tx, id, now))) return;
    const isLeft = userId !== null && (await isGone(tx, userId));
    if (isLeft) await assignToTreasury(tx, id);
    else if (userId !== null) {
      const values = { amountBtc: formatAmount(amountSats, BTC_DECIMALS), txid };
      await deliver(tx, { userId, template: "deposit_credited", values, now });
      touched.deposits.add(userId);
    }
    const legs = await creditLegs(tx, deposit, ownAccount(isLeft ? null : userId));
    failpoint("wallet.crediting");
    await postAll(tx, legs);
  });
  failpoint("wallet.credited");
  publishTouched(bus, touched);
}

/**
 * Returns the legs that credit a deposit. `to` is the treasury if the account was deleted. In both
 * cases, the account's debt is repaid first.
 */
async function creditLegs(
  tx: DatabaseTransaction,
  deposit: DepositRow,
  to: string,
): Promise<Transfer[]> {
  const { id, userId, amountSats, txid, vout } = deposit;
  const round = String(deposit.reversals);
  const cause = `${txid}:${vout}`;
  const credit: Transfer = {
    id: derivedUuid(id, "credit", round),
    debit: outsideAccount("chain"),
    credit: to,
    amount: amountSats,
    code: userId === null && deposit.isCoinbase ? "coinbase" : "deposit",
    cause,
  };
  return [credit, ...(await repayDebt(tx, { id, round, userId, amountSats, cause }, to))];
}
