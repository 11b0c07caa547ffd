/**
 * Limits, fee and faucet as posted: read at each request. A withdrawal keeps the fee and the
 * approvals it was asked for with.
 */
import {
  payoutMethodNames,
  SIMULATED_METHODS,
  type SimulatedMethod,
} from "#api-schema/payout-accounts";
import {
  judgeTerms,
  WAITING_CHANGES,
  type TermKind,
  type TermName,
  type WaitingKind,
} from "#economics";
import { termsTable, type Queryable } from "#platform";

export type WithdrawalMethod = "wallet" | SimulatedMethod;

const TABLE = "wallet_terms";

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
];

export const walletTerms = termsTable(TABLE, SUBJECTS, judgeTerms);

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

export interface LimitsMoment {
  readonly now: Date;
  /** So long after it was posted a raise counts; 0: at once. */
  readonly waitHours: number;
}

const HOUR_MS = 3_600_000;

/**
 * The limits of review in force. With `exceptBy` what that user posted counts neither as raise nor
 * as lowering.
 */
export function postedReview(
  queryable: Queryable,
  moment: LimitsMoment & { readonly exceptBy?: string | null },
): Promise<Values<"review">> {
  return postedWithWait(queryable, "review", moment);
}

/** What the faucet gives now: satoshis, and `waitMinutes` between two grants. */
export function postedFaucet(
  queryable: Queryable,
  moment: LimitsMoment,
): Promise<Values<"faucet">> {
  return postedWithWait(queryable, "faucet", moment);
}

/**
 * A lowering counts at once and a raise after the waiting time, so each is the lowest of what was
 * in force since then: whoever raises them lets nothing go before others could see it. Of a pause
 * it is the longest. A time that lies ahead, on a clock put back, waits too.
 */
async function postedWithWait<Kind extends WaitingKind>(
  queryable: Queryable,
  kind: Kind,
  { now, waitHours, exceptBy = null }: LimitsMoment & { readonly exceptBy?: string | null },
): Promise<Values<Kind>> {
  const since = waitHours === 0 ? null : new Date(now.getTime() - waitHours * HOUR_MS);
  const fields = Object.entries<string>(WAITING_CHANGES[kind]).map(
    ([name, waiting]) =>
      `${waiting === "raise" ? "min" : "max"}((terms ->> '${name}')::bigint) as "${name}"`,
  );
  const [row] = await queryable.query<Values<Kind>>(
    `with posted as (
       select terms, valid_from from ${TABLE}
       where subject = $3 and ($2::text is null or set_by <> $2)
     )
     select ${fields.join(", ")} from posted
     where valid_from >= coalesce(
       (select max(valid_from) from posted where $1::timestamptz is null or valid_from <= $1), '-infinity')`,
    [since, exceptBy, kind],
  );
  if (!row || Object.values(row).includes(null)) throw new Error(`no limits of ${kind}`);
  return row;
}
