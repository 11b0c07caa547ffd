/**
 * Reads the limits, fees and faucet amounts that administrators set. Each request uses the current
 * values. A withdrawal keeps the fee and the required number of approvals from the time of its
 * request.
 */
import { payoutMethodNames, SIMULATED_METHODS, type SimulatedMethod } from "#api/payout-accounts";
import { judgeTerms, WAITING_CHANGES, type TermKind, type TermName } from "#economics";
import { termsTable, textArray, type Queryable, type TermsMoment } from "#platform";

export type WithdrawalMethod = "wallet" | SimulatedMethod;

const METHODS: readonly WithdrawalMethod[] = ["wallet", ...SIMULATED_METHODS];

const SUBJECTS: readonly { kind: TermKind; subject: string; name: string }[] = [
  ...METHODS.map((method) => ({
    kind: "withdrawal" as const,
    subject: method,
    name: `By ${payoutMethodNames[method]}`,
  })),
  { kind: "review", subject: "review", name: "All methods" },
  { kind: "faucet", subject: "faucet", name: "Faucet" },
  { kind: "fee", subject: "fee", name: "Withdrawal fee" },
  { kind: "consolidation", subject: "consolidation", name: "Consolidation of small coins" },
  { kind: "cold", subject: "cold", name: "Cold wallet" },
];

export const walletTerms = termsTable("wallet_terms", SUBJECTS, judgeTerms);

type Values<Kind extends TermKind> = Readonly<Record<TermName<Kind>, bigint>>;

/** Values in satoshis; `isEstimated` is 1 or 0. */
export interface PostedLimits {
  readonly withdrawal: Readonly<Record<WithdrawalMethod, Values<"withdrawal">>>;
  readonly fee: Values<"fee">;
}

/**
 * Returns the limits whose changes apply immediately. Review and faucet limits may have a waiting
 * period, so separate functions return them.
 */
export async function postedLimits(queryable: Queryable): Promise<PostedLimits> {
  const termsOf = await walletTerms.at(queryable);
  const of = <Kind extends TermKind>(subject: string): Values<Kind> => termsOf(subject);
  return {
    withdrawal: {
      wallet: of<"withdrawal">("wallet"),
      bank: of<"withdrawal">("bank"),
      paypal: of<"withdrawal">("paypal"),
      cashapp: of<"withdrawal">("cashapp"),
    },
    fee: of<"fee">("fee"),
  };
}

/**
 * Returns the current review limits, ignoring all limits that the user `exceptBy` set, whether
 * higher or lower.
 */
export function postedReview(
  queryable: Queryable,
  { exceptBy, ...moment }: TermsMoment & { readonly exceptBy?: string | null },
): Promise<Values<"review">> {
  const changes = WAITING_CHANGES.review;
  return walletTerms.afterWait(queryable, { subject: "review", changes, exceptBy }, moment);
}

/**
 * Returns those of the given users who ever set review limits. `exceptBy` matters only for these
 * users.
 */
export async function reviewPostersAmong(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await queryable.query<{ setBy: string }>(
    `select distinct set_by as "setBy" from wallet_terms where subject = 'review' and set_by = any((select $1::text[])::text[])`,
    [textArray(userIds)],
  );
  return new Set(rows.map(({ setBy }) => setBy));
}

/**
 * Returns the thresholds for consolidating small coins: amounts in satoshis, and `rateMax` in
 * sat/vB.
 */
export async function postedConsolidation(queryable: Queryable): Promise<Values<"consolidation">> {
  const termsOf = await walletTerms.at(queryable);
  return termsOf("consolidation");
}

/**
 * Returns the hot wallet's ceiling, above which coins are sent to the cold wallet, and the amount
 * to keep in the hot wallet, both in satoshis.
 */
export async function postedCold(queryable: Queryable): Promise<Values<"cold">> {
  const termsOf = await walletTerms.at(queryable);
  return termsOf("cold");
}

/** Returns the faucet's current amounts in satoshis, and the minutes between two grants. */
export function postedFaucet(queryable: Queryable, moment: TermsMoment): Promise<Values<"faucet">> {
  const changes = WAITING_CHANGES.faucet;
  return walletTerms.afterWait(queryable, { subject: "faucet", changes }, moment);
}
