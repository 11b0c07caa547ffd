/**
 * Verifies the ledger from its rows alone. It is verified in parts, so that its history can have
 * any length. The checks are:
 * - every account has the properties with which it was opened
 * - the versions of each account run from 1 to n without a gap
 * - each balance follows from the previous balance, and the last one equals the account's balance
 * - each transfer matches its accounts and the hold that it ends
 * - the held balance equals the open holds
 * - no transfer refers to a missing account
 * - the balances of each asset sum to zero
 */
import type { Queryable } from "#platform";
import { changedAccounts, unbalancedAssets } from "./verify-accounts.ts";
import { readPiece, type PieceRow, type Proven } from "./verify-piece.ts";

export interface Problem {
  readonly check: "versions" | "balance" | "held" | "transfer" | "account" | "sum" | "unfinished";
  /** The account's name, or the asset for the check "sum". */
  readonly subject: string;
  readonly expected: bigint;
  readonly found: bigint;
}

interface Options {
  /**
   * If aborted, verification stops after the current part and returns the problems found so far.
   */
  readonly signal?: AbortSignal;
}

/** Returns all problems in the whole ledger. */
export function verifyLedger(queryable: Queryable, options: Options = {}): Promise<Problem[]> {
  return verify(queryable, { ...options, onlyNew: false });
}

/**
 * Returns the problems in unverified transfers and in the accounts of these transfers. Marks
 * correct transfers as verified.
 */
export function verifyNewTransfers(
  queryable: Queryable,
  options: Options = {},
): Promise<Problem[]> {
  return verify(queryable, { ...options, onlyNew: true });
}

async function verify(
  queryable: Queryable,
  { signal, onlyNew }: Options & { readonly onlyNew: boolean },
): Promise<Problem[]> {
  const problems: Problem[] = await problemsOfAccounts(queryable);
  let after = 0n;
  let start: Proven | undefined;
  for (;;) {
    if (signal?.aborted) break;
    const rows = await readPiece(queryable, { after, start, onlyNew });
    const last = rows.at(-1);
    problems.push(...rows.flatMap(problemsOf));
    if (!onlyNew) problems.push(...(await missingAccounts(queryable, after, last?.account)));
    if (!last) break;
    if (onlyNew) await keepProven(queryable, rows.filter(isWhole));
    after = last.account;
    start = last.isEnd ? undefined : last;
  }
  return problems;
}

function isWhole(row: PieceRow): boolean {
  return problemsOf(row).length === 0;
}

function problemsOf(row: PieceRow): Problem[] {
  const { name: subject, badVersion, badBalance, openHolds, misfits } = row;
  const problem = (check: Problem["check"], expected: bigint, actual: bigint): Problem => ({
    check,
    subject,
    expected,
    found: actual,
  });
  return [
    ...(badVersion === null ? [] : [problem("versions", row.expectedVersion, badVersion)]),
    ...(badBalance === null ? [] : [problem("balance", row.expectedBalance, badBalance)]),
    ...(openHolds === null ? [] : [problem("held", openHolds, row.storedBalance)]),
    ...(misfits === 0n ? [] : [problem("transfer", 0n, misfits)]),
  ];
}

async function problemsOfAccounts(queryable: Queryable): Promise<Problem[]> {
  const changed = await changedAccounts(queryable);
  const unbalanced = await unbalancedAssets(queryable);
  return [
    ...unbalanced.map(({ asset, sum }) => ({
      check: "sum" as const,
      subject: asset,
      expected: 0n,
      found: sum,
    })),
    ...changed.map((subject) => ({
      check: "account" as const,
      subject,
      expected: 1n,
      found: 0n,
    })),
  ];
}

/**
 * Returns the transfers that refer to a missing account with an id in this range. The range has no
 * upper limit if `to` is undefined.
 */
async function missingAccounts(
  queryable: Queryable,
  after: bigint,
  to: bigint | undefined,
): Promise<Problem[]> {
  const of = (side: "debit" | "credit") =>
    `select ${side} as account from ledger_transfers t
     where ${side} > $1 and ($2::bigint is null or ${side} <= $2)
       and not exists (select from ledger_accounts a where a.id = t.${side})`;
  return queryable.query<Problem>(
    `select 'account' as "check", 'missing account' as subject, 0::bigint as expected, account as found
     from (${of("debit")} union ${of("credit")}) as missing limit 10`,
    [after, to ?? null],
  );
}

async function keepProven(queryable: Queryable, rows: readonly PieceRow[]): Promise<void> {
  await queryable.query("select ledger_keep_proven($1::bigint[], $2::bigint[], $3::bigint[])", [
    rows.map(({ account }) => account),
    rows.map(({ version }) => version),
    rows.map(({ balance }) => balance),
  ]);
}
