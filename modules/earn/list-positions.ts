/** Lists a user's positions with accrued interest, the payout on an exit now, and the totals. */
import { accruedSats, daysLater, type Accrual, type BasisPoints } from "#economics";
import type { Clock, Queryable } from "#platform";
import { fundNow, type Fund } from "./fund.ts";
import { accrualAt, apyAt, interestOnExit, type LockedDays } from "./locked-days.ts";
import { closedTotals, lockedDaysOf, positionsOf, type Position } from "./positions-table.ts";
import { productById, type ProductFacts } from "./products.ts";

export interface PositionView extends Position {
  readonly product: ProductFacts;
  /**
   * For an open flexible position, the rate of the current day. Otherwise, the rate at the opening.
   */
  readonly currentApy: BasisPoints;
  /**
   * End of the last day whose interest is already reserved. Null unless the position is open and
   * flexible.
   */
  readonly paidThrough: Date | null;
  /** Null if the position is closed. */
  readonly accrual: Accrual | null;
  readonly interestOnExitSats: bigint;
}

export interface Portfolio {
  readonly now: Date;
  readonly positions: readonly PositionView[];
  readonly fund: Fund;
  readonly investedSats: bigint;
  readonly accruedSats: bigint;
  readonly promisedSats: bigint;
  /** Total interest paid on closed positions. */
  readonly paidSats: bigint;
}

export async function listPositions(
  { database, clock }: { readonly database: Queryable; readonly clock: Clock },
  { userId }: { readonly userId: string },
): Promise<Portfolio> {
  const now = clock.now();
  const rows = await positionsOf(database, userId);
  const locked = await lockedDaysOf(
    database,
    rows.map(({ id }) => id),
  );
  const positions = rows.map((one) => viewPosition(one, locked.get(one.id) ?? [], now));
  const open = positions.filter(({ state }) => state !== "closed");
  const sum = (of: (position: PositionView) => bigint) =>
    open.reduce((total, position) => total + of(position), 0n);
  return {
    now,
    positions,
    fund: await fundNow(database),
    investedSats: sum(({ principalSats }) => principalSats),
    accruedSats: sum(({ accrual }) => (accrual ? accruedSats(accrual, now) : 0n)),
    promisedSats: sum(({ lockedSats }) => lockedSats),
    paidSats: (await closedTotals(database, userId)).paidSats,
  };
}

export function viewPosition(
  position: Position,
  locked: readonly LockedDays[],
  now: Date,
): PositionView {
  const isClosed = position.state === "closed";
  const isFlexible = position.endsAt === null;
  return {
    ...position,
    product: productById(position.productId),
    currentApy: (isClosed ? undefined : apyAt(position, locked, now)) ?? position.apy,
    paidThrough: isClosed || !isFlexible ? null : daysLater(position.openedAt, position.lockedDays),
    accrual: isClosed ? null : accrualAt(position, locked, now),
    interestOnExitSats: isClosed ? 0n : interestOnExit(position, locked, now),
  };
}
