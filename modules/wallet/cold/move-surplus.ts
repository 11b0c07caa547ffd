/**
 * Sends hot coins above the ceiling to the next cold address, one transaction at a time. This file
 * chooses the coins, the sender signs the transaction, and the platform pays the fee. Slow work is
 * done before the lock is acquired.
 */
import type { BitcoinNode } from "#bitcoin";
import { parseTransaction } from "#bitcoin";
import { LedgerRefusal, postAll } from "#ledger";
import {
  failpoint,
  newId,
  type Bus,
  type Clock,
  type Database,
  type DatabaseTransaction,
  type Log,
} from "#platform";
import { claimSpareSats, type Treasury } from "#treasury";
import { feeAsideLeg } from "../books/self-transfer-legs.ts";
import { CHANGE, type Account } from "../chain/account.ts";
import { insertAddress, nextChangeIndex } from "../chain/addresses-table.ts";
import { COIN_AGES, pauseReasonOf } from "../chain/chain-rules.ts";
import { lockCursor } from "../chain/chain-table.ts";
import { listCandidates, reserveAll, type CoinRow } from "../chain/coins-table.ts";
import { draftPayment } from "../coins/build-psbt.ts";
import { insertSelfTransfer, isConsolidating } from "../self-transfers/self-transfers-table.ts";
import { currentFeeRate } from "../terms/fees.ts";
import { SENDER } from "../withdrawals/withdrawal-queues.ts";
import {
  nextColdIndex,
  scriptsAhead,
  useColdAddress,
  watchScripts,
} from "./cold-addresses-table.ts";
import { COLD_KIND, insertColdMove } from "./cold-moves-table.ts";
import { coldWalletStatus } from "./cold-status.ts";
import { currentDescriptor, isSetByTwo } from "./descriptors-table.ts";
import { parseDescriptor, type ColdScript } from "./descriptor.ts";
import { MOVED_COINS_MAX, planSurplus, type SurplusPlan } from "./plan-surplus.ts";

export const COLD_MOVER = "wallet-cold-mover";

export interface ColdMoverDeps {
  readonly database: Database;
  readonly node: Pick<BitcoinNode, "estimateFeeRateSatsPerKvb">;
  readonly account: Account;
  readonly treasury: Treasury;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
}

const ages = COIN_AGES.settled;

interface Chosen {
  readonly plan: SurplusPlan<CoinRow>;
  readonly descriptorId: string;
  readonly to: ColdScript;
  readonly ahead: readonly ColdScript[];
  readonly psbt: string;
  readonly txid: string;
  readonly index: number;
}

/** Returns the id of the new transaction, or undefined if nothing can be sent now. */
export async function moveSurplus(deps: ColdMoverDeps): Promise<string | undefined> {
  const { database, node, account, bus, log } = deps;
  const { ready } = await coldWalletStatus(database, await currentFeeRate(node));
  if (!ready || !isSetByTwo(ready.descriptor)) return undefined;
  const { tip, surplusSats, rateSatsPerKvb } = ready;
  const descriptorId = ready.descriptor.id;
  const descriptor = parseDescriptor(ready.descriptor.descriptor, account);
  const { unused, end } = await nextColdIndex(database, descriptorId);
  const to = descriptor.derive(unused);
  const wanted = { coinsMax: MOVED_COINS_MAX, amountsSats: [] };
  const coins = await listCandidates(database, { tip, ages }, wanted);
  const plan = planSurplus(coins, {
    surplusSats,
    scriptHex: to.scriptHex,
    feeRateSatsPerKvb: rateSatsPerKvb,
  });
  if (!plan) return undefined;
  const index = await nextChangeIndex(database);
  const chosen: Chosen = {
    plan,
    descriptorId,
    to,
    ahead: scriptsAhead(descriptor, { end, used: unused }),
    ...buildUnsigned(account, { plan, to, index }),
    index,
  };
  failpoint("wallet.cold-move-planned");
  const id = await database
    .transaction((tx) => choose(tx, deps, chosen))
    .catch((error: unknown) => {
      if (error instanceof LedgerRefusal && error.has("insufficient")) return undefined;
      throw error;
    });
  failpoint("wallet.cold-move-chosen");
  if (id === undefined) return undefined;
  log.info({ id, amountSats: plan.amountSats }, "moving coins to the cold wallet");
  bus.publish("wake", { worker: SENDER });
  return id;
}

function buildUnsigned(
  account: Account,
  { plan, to, index }: Pick<Chosen, "plan" | "to" | "index">,
): Pick<Chosen, "psbt" | "txid"> {
  const draft = draftPayment(account);
  for (const coin of plan.coins) draft.addCoin(coin);
  draft.addPayout({ scriptHex: to.scriptHex, amountSats: plan.amountSats });
  if (plan.changeSats > 0n) draft.addChange({ index, amountSats: plan.changeSats });
  return { txid: parseTransaction(draft.unsignedHex()).txid, psbt: draft.psbt() };
}

/**
 * Reserves the planned coins while holding the chain cursor's lock. Returns undefined and writes
 * nothing if the plan is out of date.
 */
async function choose(
  tx: DatabaseTransaction,
  { account, treasury, clock }: ColdMoverDeps,
  chosen: Chosen,
): Promise<string | undefined> {
  const cursor = await lockCursor(tx);
  if (pauseReasonOf(cursor) !== undefined || (await isConsolidating(tx))) return undefined;
  if ((await currentDescriptor(tx))?.id !== chosen.descriptorId) return undefined;
  const { plan, to, index, descriptorId, psbt, txid } = chosen;
  const { minerFeeSats, amountSats } = plan;
  const now = clock.now();
  const id = newId("slf", now);
  const spareSats = await claimSpareSats(tx, treasury, { now, wantedSats: minerFeeSats });
  if (spareSats < minerFeeSats) return undefined;
  const spending = { tip: cursor, ages };
  if (!(await reserveAll(tx, spending, { coins: plan.coins, reservedBy: id }))) return undefined;
  await watchScripts(tx, chosen.ahead, { descriptorId, now });
  if (!(await useColdAddress(tx, to.scriptHex, now)))
    throw new Error(`${to.address} was used while the cursor was locked`);
  if (plan.changeSats > 0n)
    await insertAddress(tx, account.derive(CHANGE, index), { purpose: "change", now });
  await insertSelfTransfer(tx, {
    ...COLD_KIND,
    id,
    txid,
    psbt,
    coins: plan.coins.length,
    amountSats: plan.coinsSats,
    minerFeeSats,
    virtualSize: Number(plan.virtualSize),
    chosenAt: now,
  });
  await insertColdMove(tx, { id, scriptHex: to.scriptHex, amountSats });
  await postAll(tx, [feeAsideLeg({ id, minerFeeSats })]);
  return id;
}
