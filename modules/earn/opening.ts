/** Decides whether a position may be opened, and on which terms. The ledger checks the money. */
import { earnLimits } from "#api/limits";
import { daysLater } from "#economics";
import { balancesOfUsers, type SettleEarnings } from "#ledger";
import {
  networksOf,
  newId,
  transferIdOf,
  type DatabaseTransaction,
  type IdempotentRequest,
  type Network,
  type Origin,
  type PayGate,
} from "#platform";
import { shortestBtc, wholeBtc } from "./btc-text.ts";
import { fundNow, type Fund } from "./fund.ts";
import { daysAtRates, interestUntil, type LockedDays } from "./locked-days.ts";
import { openPositionsOfUsers, type NewPosition } from "./positions-table.ts";
import { productsAt } from "./product-terms.ts";
import { DAYS_AHEAD, type Product, type ProductFacts } from "./products.ts";
import { allRates, rateAt, type Rate } from "./rates-table.ts";
import { earnRefusals } from "./refusals.ts";

export interface Opening {
  readonly request: IdempotentRequest;
  readonly origin: Origin;
  /**
   * Returns the product or throws a refusal. Called within the idempotent request, so that a
   * repeated request returns the same response.
   */
  readonly findProduct: () => ProductFacts;
  readonly amountSats: bigint;
  /** Promised interest that the user saw. If unset, the interest is not checked. */
  readonly interestSats?: bigint | undefined;
}

export interface OpeningDeps {
  readonly payGate: PayGate;
  readonly settleEarnings: SettleEarnings;
  /**
   * Returns those of the given users whose deposit was reversed by a reorg after they had spent it.
   * Provided by the wallet.
   */
  readonly frozenAmong: (
    tx: DatabaseTransaction,
    userIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
}

export interface Draft {
  readonly request: IdempotentRequest;
  readonly product: Product;
  readonly position: NewPosition;
  readonly days: readonly LockedDays[];
  /** Networks whose daily share includes this opening. */
  readonly networks: readonly Network[];
}

/** Facts for the decisions, read once per batch. */
export interface OpeningFacts {
  readonly now: Date;
  readonly products: readonly Product[];
  readonly rates: readonly Rate[];
  readonly fund: Fund;
  readonly frozen: ReadonlySet<string>;
  readonly availableSatsOf: (userId: string) => bigint;
  readonly openOf: (userId: string) => number;
}

export interface OpeningUsers {
  readonly userIds: readonly string[];
  /** Earnings that this transaction pays, as `SettleEarnings` returns them. */
  readonly settled: ReadonlyMap<string, bigint>;
}

/** The caller must hold the users' opening locks. Throws `pay_waits`. */
export async function openingFacts(
  tx: DatabaseTransaction,
  { payGate, frozenAmong }: Pick<OpeningDeps, "payGate" | "frozenAmong">,
  { userIds, settled }: OpeningUsers,
): Promise<OpeningFacts> {
  const now = payGate.requireCheckedClock().now();
  const [products, rates, fund, frozen, balances, open] = await Promise.all([
    productsAt(tx, now),
    allRates(tx),
    fundNow(tx),
    frozenAmong(tx, userIds),
    balancesOfUsers(tx, userIds),
    openPositionsOfUsers(tx, userIds),
  ]);
  return {
    now,
    products,
    rates,
    fund,
    frozen,
    availableSatsOf: (userId) =>
      (balances.get(userId)?.availableSats ?? 0n) + (settled.get(userId) ?? 0n),
    openOf: (userId) => open.get(userId) ?? 0,
  };
}

/**
 * Returns the position to open. Throws the refusals for invalid input, the account and the product.
 */
export function decideOpening(
  facts: OpeningFacts,
  { request, origin, findProduct, amountSats, interestSats }: Opening,
): Draft {
  const { userId } = request;
  const { id: productId } = findProduct();
  const { now, fund } = facts;
  const product = facts.products.find(({ id }) => id === productId);
  if (!product) throw new Error(`no product ${productId}`);
  const rates = facts.rates.filter((rate) => rate.productId === productId);
  if (!product.isOffered) throw earnRefusals.product_withdrawn({ plan: product.name });
  assertAmount(product, amountSats);
  if (facts.frozen.has(userId)) throw earnRefusals.account_frozen();
  if (facts.availableSatsOf(userId) < amountSats) throw overBalance(product);
  if (facts.openOf(userId) >= earnLimits.openMax)
    throw earnRefusals.positions_too_many({ max: `${earnLimits.openMax}` });
  const terms = termsOf(rates, { product, amountSats, now });
  if (!isServed(product, terms, fund)) throw earnRefusals.product_closed({ plan: product.name });
  if (interestSats !== undefined && interestSats !== terms.lockedSats)
    throw earnRefusals.terms_changed({
      plan: product.name,
      interestBtc: wholeBtc(terms.lockedSats),
    });
  return {
    request,
    product,
    days: terms.days,
    networks: networksOf(origin),
    position: {
      id: newId("pos", now),
      userId,
      productId: product.id,
      principalSats: amountSats,
      apy: terms.apy,
      openedAt: now,
      endsAt: product.termDays === null ? null : daysLater(now, product.termDays),
      lockedDays: terms.termDays,
      lockedSats: terms.lockedSats,
      holdId: transferIdOf(request, "principal"),
    },
  };
}

/**
 * Returns the rates of a position. A fixed term keeps the rate at its opening. A flexible position
 * reserves each day at the rate posted for that day.
 */
function termsOf(
  rates: readonly Rate[],
  { product, amountSats, now }: { product: Product; amountSats: bigint; now: Date },
) {
  const { apy } = rateAt(rates, now);
  const termDays = product.termDays ?? DAYS_AHEAD;
  const days =
    product.termDays === null
      ? daysAtRates(now, rates, { fromDay: 0, toDay: termDays })
      : [{ fromDay: 0, toDay: termDays, apy }];
  return { apy, termDays, days, lockedSats: interestUntil(amountSats, days, termDays) };
}

/** Returns true if the fund can reserve the interest on the product's minimum amount. */
function isServed(
  { minSats }: Product,
  { days, termDays }: { readonly days: readonly LockedDays[]; readonly termDays: number },
  { fundingSats }: Fund,
): boolean {
  return fundingSats > 0n && interestUntil(minSats, days, termDays) <= fundingSats;
}

function assertAmount({ kind, name, minSats }: Product, amountSats: bigint): void {
  if (amountSats <= 0n)
    throw kind === "staking"
      ? earnRefusals.stake_amount_invalid()
      : earnRefusals.investment_amount_invalid();
  if (amountSats < minSats)
    throw earnRefusals.below_minimum({ plan: name, min: shortestBtc(minSats) });
}

export function overBalance({ kind, name }: Product) {
  return kind === "staking"
    ? earnRefusals.stake_over_balance()
    : earnRefusals.investment_over_balance({ plan: name });
}
