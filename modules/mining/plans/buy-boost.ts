/**
 * Sells a boost: rents (multiplier - 1) x the running hash rate for 24 hours at the posted price. A
 * boost earns as a separate hash-rate source. Only one boost can run at a time.
 */
import { boostOffer, boostTenths, formatScaled } from "#economics";
import {
  failpoint,
  newId,
  runOnce,
  transferIdOf,
  utcText,
  type IdempotentRequest,
} from "#platform";
import { publishPurchase, type BuyDeps } from "./buy-contract.ts";
import { chargeAtCommit } from "./charge.ts";
import { insertBoost, runningBoost, runningTotals, type Boost } from "./contracts-table.ts";
import { insertHashRateSources } from "../accrual/hash-rate-sources-table.ts";
import { lockMiner } from "../accrual/miners-table.ts";
import { saleOf } from "./obligations.ts";
import { maySell, referenceValuesAt } from "#treasury";
import { miningRefusals } from "../terms/refusals.ts";

export interface BoostPurchase {
  readonly request: IdempotentRequest;
  /** Multiplier as decimal text, such as `2.5`. */
  readonly multiplier: string;
  /** Price that the user saw. If unset, the price is not checked. */
  readonly priceSats?: bigint | undefined;
}

/**
 * Buys a boost. Throws `boost_multiplier_invalid`, `pay_waits`, `boost_without_contract`,
 * `boost_running`, `price_changed`, `account_frozen`, `sales_closed`, `insufficient_funds`.
 */
export async function buyBoost(
  deps: BuyDeps,
  { request, multiplier, priceSats }: BoostPurchase,
): Promise<Boost> {
  const { database, payGate, bus } = deps;
  const { userId } = request;
  const bought = await runOnce(database, request, async (tx): Promise<Boost> => {
    const tenths = boostTenths(multiplier);
    if (tenths === undefined) throw miningRefusals.boost_multiplier_invalid();
    await deps.settleEarnings(tx, [userId], "single");
    await lockMiner(tx, userId);
    const now = payGate.requireCheckedClock().now();
    const [{ hashRate: base }, running, reference, frozen] = await Promise.all([
      runningTotals(tx, userId, now),
      runningBoost(tx, userId, now),
      referenceValuesAt(tx, now),
      deps.frozenAmong(tx, [userId]),
    ]);
    if (base === 0n) throw miningRefusals.boost_without_contract();
    if (running) throw miningRefusals.boost_running({ until: utcText(running.endsAt) });
    const offer = boostOffer(base, tenths, reference.boostUsdPerThsDay, reference);
    const { hashRate, milliseconds, costSats } = offer;
    const what = `a ${formatScaled(tenths, 1)}x boost`;
    if (priceSats !== undefined && priceSats !== costSats)
      throw miningRefusals.price_changed({ what, priceSats: costSats.toString() });
    if (frozen.has(userId)) throw miningRefusals.account_frozen();
    const sale = saleOf({ hashRate, milliseconds, priceSats: costSats }, reference);
    if (!(await maySell(tx, deps.treasury, { now, reference, sale })))
      throw miningRefusals.sales_closed();
    const source = {
      id: newId("bst", now),
      hashRate,
      startsAt: now,
      endsAt: new Date(now.getTime() + Number(milliseconds)),
      referenceId: reference.id,
      paidSats: costSats,
      paidCents: offer.costCents,
    };
    const { id } = source;
    await Promise.all([
      insertHashRateSources(tx, [{ ...source, userId, kind: "boost" }]),
      insertBoost(tx, id, tenths),
    ]);
    chargeAtCommit(tx, "single", [
      {
        transferId: transferIdOf(request, "price"),
        userId,
        sats: costSats,
        code: "boost_purchase",
        cause: id,
        what,
      },
    ]);
    failpoint("mining.boost-written");
    return { ...source, multiplierTenths: Number(tenths), postedSats: 0n };
  });
  publishPurchase(bus, request);
  return bought;
}
