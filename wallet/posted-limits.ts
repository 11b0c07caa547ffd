/** Limits, fee and faucet as posted: read at each request. A withdrawal keeps the fee and the approvals it was asked for with. */
import { payoutMethodNames, SIMULATED_METHODS } from "#api-schema/payout-accounts";
import { judgeTerms, type TermKind, type TermName, type TermTexts } from "#economics";
import {
  postedTermsAt,
  postedTermsHistory,
  postedTermsRefusals,
  postTerms,
  type Clock,
  type DatabaseTransaction,
  type Queryable,
  type TermsPosting,
} from "#platform";
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
  const posted = await postedTermsAt(queryable, TABLE);
  const of = <Kind extends TermKind>(subject: string): Values<Kind> => {
    const terms = posted.get(subject);
    if (!terms) throw new Error(`no limits of ${subject}`);
    return terms.values;
  };
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

/** All with their versions, newest first, at most `limit`. */
export async function postedWalletTerms(queryable: Queryable, limit: number) {
  const versions = await postedTermsHistory(queryable, TABLE, limit);
  return SUBJECTS.map((one) => ({ ...one, versions: versions.get(one.subject) ?? [] }));
}

/** In force from now on. Throws the refusals of posted terms. */
export function changeWalletTerms(
  tx: DatabaseTransaction,
  clock: Clock,
  change: TermsPosting & {
    readonly kind: TermKind;
    readonly texts: TermTexts;
    readonly typedAgain: TermTexts;
  },
) {
  const found = SUBJECTS.find(
    ({ kind, subject }) => kind === change.kind && subject === change.subject,
  );
  if (!found) throw postedTermsRefusals.posted_terms_unknown();
  return postTerms(tx, clock, TABLE, change, (present) => judgeTerms(found.kind, present, change));
}
