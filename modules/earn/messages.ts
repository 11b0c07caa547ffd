/** Creates the messages that users receive when a position is opened or closed. */
import { percentText } from "#economics";
import type { Notification } from "#notifications";
import { utcText } from "#platform";
import { wholeBtc } from "./btc-text.ts";
import type { NewPosition, Position } from "./positions-table.ts";
import type { ProductFacts } from "./products.ts";

export interface ClosingTerms {
  /** `paid` if a fixed term reached its end, or `left` if its owner closed the position early. */
  readonly outcome: "paid" | "left";
  readonly interestSats: bigint;
  readonly closedAt: Date;
}

export function openingMessage(
  position: NewPosition,
  product: ProductFacts,
): Notification<"earn_opened"> {
  const { endsAt, lockedDays } = position;
  return {
    userId: position.userId,
    template: "earn_opened",
    now: position.openedAt,
    values: {
      product: product.name,
      amountBtc: wholeBtc(position.principalSats),
      apyPercent: percentText(position.apy),
      interestBtc: wholeBtc(position.lockedSats),
      term:
        endsAt === null
          ? `for the first ${lockedDays} days. You can close the position on any day`
          : `and will be paid at the end of the term, ${utcText(endsAt)}`,
      positionId: position.id,
    },
  };
}

export function closingMessage(
  position: Position,
  product: ProductFacts,
  { outcome, interestSats, closedAt }: ClosingTerms,
): Notification<"earn_closed"> {
  const isPaid = outcome === "paid";
  return {
    userId: position.userId,
    template: "earn_closed",
    now: closedAt,
    values: {
      product: product.name,
      what: isPaid ? "has ended and was paid out" : "was closed at your request",
      amountBtc: wholeBtc(position.principalSats),
      interestBtc: wholeBtc(interestSats),
      positionId: position.id,
    },
  };
}
