/**
 * Rules of a balance correction: the details that an approval covers, whether the proposal is still
 * open, and the resulting transfer. The transfer runs between the user's available account and the
 * platform's treasury, and never touches a reserve. Pure.
 */
import { createHash } from "node:crypto";
import { houseAccount, userAccount, type Asset, type Transfer } from "#ledger";
import { derivedUuid } from "#platform";

/** `debt` writes off the user's debt without changing the user's balance. */
export type AdjustmentKind = "balance" | "debt";
export type StoredState = "proposed" | "approved" | "rejected";
export type AdjustmentState = StoredState | "expired";

export interface Adjustment {
  readonly id: string;
  readonly userId: string;
  readonly kind: AdjustmentKind;
  readonly asset: Asset;
  /** In satoshis or cents. Positive amounts go to the user, negative amounts to the platform. */
  readonly amount: bigint;
  readonly reason: string;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
  readonly state: StoredState;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly rejectedReason: string | null;
}

const DAY_MS = 86_400_000;

export function expiresAt(proposedAt: Date, days: number): Date {
  return new Date(proposedAt.getTime() + days * DAY_MS);
}

/**
 * Returns the state at `now`. A proposal without a decision expires after some time and moves no
 * money.
 */
export function stateAt({ state, expiresAt: end }: Adjustment, now: Date): AdjustmentState {
  return state === "proposed" && end <= now ? "expired" : state;
}

/** Facts that an approval covers. */
export type AdjustmentFacts = Pick<
  Adjustment,
  "id" | "kind" | "userId" | "asset" | "amount" | "reason"
>;

export function adjustmentHash(adjustment: AdjustmentFacts): string {
  const { id, kind, userId, asset, amount, reason } = adjustment;
  const what = kind === "debt" ? "write-off" : "adjustment";
  const text = [what, id, userId, asset, String(amount), reason].join("\n");
  return createHash("sha256").update(text).digest("hex");
}

export function adjustmentLeg({ id, userId, asset, amount }: Adjustment): Transfer {
  const user = userAccount(userId, "available", asset);
  const house = houseAccount("treasury", asset);
  const isForUser = amount > 0n;
  return {
    // The id is derived from the correction, so that the ledger posts a retried transfer only once.
    id: derivedUuid(id, "adjustment"),
    debit: isForUser ? house : user,
    credit: isForUser ? user : house,
    amount: isForUser ? amount : -amount,
    code: "adjustment",
    cause: id,
  };
}
