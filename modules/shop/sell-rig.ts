/**
 * Sells a rig back to the platform once, at the posted price. The rig's unpaid time is settled in
 * the same ledger event. The proceeds can pay for the power, so that no power cost remains unpaid
 * and no balance becomes negative.
 */
import { buyBackSats } from "#economics";
import {
  accountBalances,
  houseAccount,
  LedgerRefusal,
  postAll,
  userAccount,
  type Transfer,
} from "#ledger";
import { removeRig } from "#mining";
import {
  failpoint,
  Outage,
  runOnce,
  transferIdOf,
  type DatabaseTransaction,
  type IdempotentRequest,
} from "#platform";
import { fundPayouts, referenceValuesAt } from "#treasury";
import { isMiner, ITEMS } from "./items.ts";
import { lockRig, markSold, type OwnedRig } from "./orders-table.ts";
import type { ShopDeps } from "./deps.ts";
import { shopRefusals } from "./refusals.ts";

export interface SaleRequest {
  readonly request: IdempotentRequest;
  readonly rigId: string;
  /** Price that the user saw. If undefined, the price is not checked. */
  readonly priceSats?: bigint | undefined;
}

const TREASURY = houseAccount("treasury", "BTC");
const MINING = houseAccount("mining", "BTC");

/**
 * Maximum number of attempts. An attempt fails if a balance shrinks between reading and posting, or
 * if the mining account first needs coins from the treasury.
 */
const ATTEMPTS_MAX = 5;

/**
 * Sells the rig. Throws `rig_unknown`, `rig_sold`, `pay_waits`, `price_changed`, `house_short`, and
 * an Outage if balances keep changing. `house_short` is thrown outside `runOnce`, which would
 * otherwise store the refusal as the permanent response.
 */
export async function sellRig(deps: ShopDeps, sale: SaleRequest): Promise<OwnedRig> {
  const { database, bus } = deps;
  const { userId } = sale.request;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const sold = await runOnce(database, sale.request, (tx) => sell(tx, deps, sale));
      failpoint("shop.sale-committed");
      bus.publish("me", { userId, what: "balances" });
      bus.publish("me", { userId, what: "mining" });
      return sold;
    } catch (error) {
      if (!(error instanceof Short)) throw error;
      if (error.who === "house, counted") throw shopRefusals.house_short();
      if (attempt === ATTEMPTS_MAX) throw new Outage("settlement", error.message, { cause: error });
      const isFunded = error.who !== "mining" || (await fundPayouts(deps, error.sats));
      if (!isFunded) throw shopRefusals.house_short();
    }
  }
}

async function sell(
  tx: DatabaseTransaction,
  { payGate }: ShopDeps,
  { request, rigId, priceSats }: SaleRequest,
): Promise<OwnedRig> {
  const { userId } = request;
  const rig = await lockRig(tx, { userId, rigId });
  if (!rig) throw shopRefusals.rig_unknown();
  if (rig.soldAt) throw shopRefusals.rig_sold();
  const now = payGate.requireCheckedClock().now();
  const rate = await referenceValuesAt(tx, now);
  const ageMs = BigInt(now.getTime() - rig.boughtAt.getTime());
  const soldSats = buyBackSats(rig, ageMs, rate);
  if (priceSats !== undefined && priceSats !== soldSats)
    throw shopRefusals.price_changed({ what: rig.name, priceSats: soldSats.toString() });
  const removal = { userId, rigId, now, proceedsSats: soldSats };
  const open = isWorking(rig) ? await removeRig(tx, removal) : [];
  await markSold(tx, rigId, { soldAt: now, soldSats });
  await post(tx, { request, rigId, soldSats, open });
  failpoint("shop.sale-posted");
  return { ...rig, soldAt: now, soldSats };
}

function isWorking({ itemId }: OwnedRig): boolean {
  return ITEMS.some((item) => item.id === itemId && isMiner(item));
}

interface Posting {
  readonly request: IdempotentRequest;
  readonly rigId: string;
  readonly soldSats: bigint;
  readonly open: readonly Transfer[];
}

/** Posts the sale. Throws Short if an account has too little. */
async function post(tx: DatabaseTransaction, posting: Posting): Promise<void> {
  const { request, rigId, soldSats, open } = posting;
  const sale: Transfer = {
    id: transferIdOf(request, "price"),
    debit: TREASURY,
    credit: userAccount(request.userId, "available", "BTC"),
    amount: soldSats,
    code: "hardware_sale",
    cause: rigId,
  };
  const transfers = soldSats > 0n ? [...(await bringShort(tx, posting)), sale, ...open] : open;
  if (transfers.length === 0) return;
  try {
    await postAll(tx, transfers);
  } catch (error) {
    if (!(error instanceof LedgerRefusal && error.has("insufficient"))) throw error;
    throw new Short(...shortParty(transfers[error.results.indexOf("insufficient")]));
  }
}

/**
 * Moves the coins that the treasury lacks from the mining account, because the obligation is
 * covered by the sum of the two accounts. Throws Short if that sum is less than the price and the
 * unpaid earnings.
 */
async function bringShort(
  tx: DatabaseTransaction,
  { request, rigId, soldSats, open }: Posting,
): Promise<Transfer[]> {
  const [held = 0n, mining = 0n] = await accountBalances(tx, [TREASURY, MINING]);
  const pay = open.filter(({ debit }) => debit === MINING);
  const dueSats = pay.reduce((sum, { amount }) => sum + amount, soldSats);
  if (dueSats > held + mining) throw new Short("house, counted", dueSats - held - mining);
  const amount = soldSats - held;
  if (amount <= 0n) return [];
  return [
    {
      id: transferIdOf(request, "short"),
      debit: MINING,
      credit: TREASURY,
      amount,
      code: "treasury_transfer",
      cause: rigId,
    },
  ];
}

/**
 * The account that has too little. "house, counted" means that the treasury and the mining account
 * were read together and their sum is too small.
 */
type Party = "owner" | "mining" | "house" | "house, counted";

/**
 * Returns the account that has too little, and the amount. A platform account's balance must have
 * changed after it was read, so the sale can be tried again.
 */
function shortParty(transfer: Transfer | undefined): [Party, bigint] {
  const sats = transfer?.amount ?? 0n;
  if (transfer?.code === "mining_payout") return ["mining", sats];
  const isPlatform = transfer?.debit === TREASURY || transfer?.debit === MINING;
  return [isPlatform ? "house" : "owner", sats];
}

/** Thrown after a rollback because an account lacked the coins for the settlement. */
class Short extends Error {
  readonly who: Party;
  readonly sats: bigint;

  constructor(who: Party, sats: bigint) {
    super("the unpaid time of a rig could not be settled");
    this.who = who;
    this.sats = sats;
  }
}
