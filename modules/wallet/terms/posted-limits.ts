/**
 * Limits, fee and faucet as posted: read at each request. A withdrawal keeps the fee and the
 * approvals it was asked for with.
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
  { kind: "cold", subject: "cold", name: "Cold part" },
];

export const walletTerms = termsTable("wallet_terms", SUBJECTS, judgeTerms);

type Values<Kind extends TermKind> = Readonly<Record<TermName<Kind>, bigint>>;

/** Satoshis; `isEstimated` 1 or 0. */
export interface PostedLimits {
  readonly withdrawal: Readonly<Record<WithdrawalMethod, Values<"withdrawal">>>;
  readonly fee: Values<"fee">;
}

/**
 * In force now: none of these is ever posted for a later time. Those of review and of the faucet
 * are asked for by their own.
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
 * The limits of review in force. With `exceptBy` what that user posted counts neither as raise nor
 * as lowering.
 */
export function postedReview(
  queryable: Queryable,
  { exceptBy, ...moment }: TermsMoment & { readonly exceptBy?: string | null },
): Promise<Values<"review">> {
  const changes = WAITING_CHANGES.review;
  return walletTerms.afterWait(queryable, { subject: "review", changes, exceptBy }, moment);
}

/** Those among them who ever posted limits of review: `exceptBy` says something of them alone. */
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

/** When small coins are consolidated: satoshis, and `rateMax` of them for each virtual byte. */
export async function postedConsolidation(queryable: Queryable): Promise<Values<"consolidation">> {
  const termsOf = await walletTerms.at(queryable);
  return termsOf("consolidation");
}

/** Above which sum coins go to the cold wallet, and how many are kept: satoshis. */
export async function postedCold(queryable: Queryable): Promise<Values<"cold">> {
  const termsOf = await walletTerms.at(queryable);
  return termsOf("cold");
}

/** What the faucet gives now: satoshis, and `waitMinutes` between two grants. */
export function postedFaucet(queryable: Queryable, moment: TermsMoment): Promise<Values<"faucet">> {
  const changes = WAITING_CHANGES.faucet;
  return walletTerms.afterWait(queryable, { subject: "faucet", changes }, moment);
}
