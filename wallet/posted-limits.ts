/** Limits, fee and faucet as posted: read at each request. A withdrawal keeps the fee and the approvals it was asked for with. */
import { payoutMethodNames, SIMULATED_METHODS } from "#api-schema/payout-accounts";
import { judgeTerms, type TermKind, type TermName } from "#economics";
import { termsTable, type Queryable } from "#platform";
import type { WithdrawalMethod } from "./withdrawal-rules.ts";

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

/** Satoshis; `waitMinutes` minutes, `isEstimated` 1 or 0. */
export interface PostedLimits {
  readonly withdrawal: Readonly<Record<WithdrawalMethod, Values<"withdrawal">>>;
  readonly faucet: Values<"faucet">;
  readonly fee: Values<"fee">;
  readonly review: Values<"review">;
}

/** In force now: none is ever posted for a later time. */
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
    faucet: of<"faucet">("faucet"),
    fee: of<"fee">("fee"),
    review: of<"review">("review"),
  };
}

/** The newest limits of review that somebody else than this user posted. */
export async function reviewPostedByOthers(
  queryable: Queryable,
  userId: string,
): Promise<Values<"review">> {
  const [row] = await queryable.query<{ one: bigint; two: bigint }>(
    `select (terms ->> 'one')::bigint as one, (terms ->> 'two')::bigint as two from ${TABLE}
     where subject = 'review' and set_by <> $1 order by valid_from desc limit 1`,
    [userId],
  );
  if (!row) throw new Error("no limits of review");
  return row;
}
