/**
 * Computes how a profit or loss changes the owner's dollars. Ledger accounts cannot be negative. If
 * a loss exceeds the balance while other positions are open, the platform advances the difference,
 * and later gains repay the advance. When no position is left, the unpaid advance becomes the
 * platform's loss.
 */
import { houseAccount, userAccount, type Transfer, type TransferCode } from "#ledger";

export interface DeskBalance {
  /** The account's balance in the ledger. */
  readonly availableCents: bigint;
  /** Greater than 0 only if `availableCents` is 0. */
  readonly advanceCents: bigint;
}

export type Leg = Pick<Transfer, "debit" | "credit" | "amount" | "code">;

export interface Settled {
  readonly balance: DeskBalance;
  readonly legs: readonly Leg[];
  /** The platform's final loss: the unpaid part of an advance. */
  readonly operatorLossCents: bigint;
}

const DESK = houseAccount("forex", "USD");
const ADVANCE = houseAccount("forex-advance", "USD");
const LOSS = houseAccount("forex-loss", "USD");

export function balanceOf({ availableCents, advanceCents }: DeskBalance): bigint {
  return availableCents - advanceCents;
}

/**
 * Posts a profit or loss. Positive `cents` are the user's gain. `isEmpty` is true if no position is
 * left afterwards.
 */
export function settle(
  userId: string,
  balance: DeskBalance,
  {
    cents,
    kind,
    isEmpty,
  }: {
    readonly cents: bigint;
    readonly kind: "result" | "financing";
    readonly isEmpty: boolean;
  },
): Settled {
  const own = userAccount(userId, "available", "USD");
  const legs: Leg[] = [];
  const move = (debit: string, credit: string, amount: bigint, code: TransferCode) => {
    if (amount > 0n) legs.push({ debit, credit, amount, code });
  };
  let { availableCents, advanceCents } = balance;
  if (cents >= 0n) {
    move(DESK, own, cents, kind === "result" ? "forex_profit" : "forex_financing");
    const repaid = repay(userId, { availableCents: availableCents + cents, advanceCents });
    legs.push(...repaid.legs);
    ({ availableCents, advanceCents } = repaid.balance);
  } else {
    const short = -cents > availableCents ? -cents - availableCents : 0n;
    move(ADVANCE, own, short, "forex_advance");
    move(own, DESK, -cents, kind === "result" ? "forex_loss" : "forex_financing");
    availableCents += short + cents;
    advanceCents += short;
  }
  const operatorLossCents = isEmpty ? advanceCents : 0n;
  move(LOSS, ADVANCE, operatorLossCents, "forex_negative_balance");
  return {
    balance: { availableCents, advanceCents: advanceCents - operatorLossCents },
    legs,
    operatorLossCents,
  };
}

/** Repays the platform's advance from the available balance. */
export function repay(
  userId: string,
  { availableCents, advanceCents }: DeskBalance,
): Pick<Settled, "balance" | "legs"> {
  const amount = availableCents < advanceCents ? availableCents : advanceCents;
  return {
    balance: { availableCents: availableCents - amount, advanceCents: advanceCents - amount },
    legs:
      amount === 0n
        ? []
        : [
            {
              debit: userAccount(userId, "available", "USD"),
              credit: ADVANCE,
              amount,
              code: "forex_advance_repayment",
            },
          ],
  };
}
