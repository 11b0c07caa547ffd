/**
 * The latest movements: deposits that are still counting blocks first, then the ledger's entries,
 * each joined with the deposit or withdrawal that caused it. Deposits and withdrawals stay in sight
 * when payouts have pushed their entries out of the page of the statement that is read here.
 */
import type { ApiAnswer } from "../api/route-shapes.ts";
import { codeWords } from "../history/strings.ts";
import { withdrawalStates } from "../history/withdrawal-state.ts";

type Deposit = ApiAnswer<"listDeposits">["items"][number];
type Entry = ApiAnswer<"listEntries">["items"][number];
type Withdrawal = ApiAnswer<"listWithdrawals">["items"][number];

export interface ActivityRow {
  readonly key: string;
  readonly at: string;
  readonly what: string;
  /** txid, withdrawal id, contract id. */
  readonly cause: string | null;
  readonly amountSats: number;
  readonly status:
    | { readonly kind: "confirmations"; readonly count: number; readonly isTakenBack: boolean }
    | { readonly kind: "words"; readonly words: string }
    | undefined;
}

const ROWS_MAX = 8;
/** Come every minute, a rig's power between the payouts: rows in a row become one of each kind. */
const STEADY = new Set([
  codeWords("mining_payout"),
  codeWords("mining_payout", "wrk_"),
  codeWords("power_charge"),
]);

export function activityRows(
  deposits: readonly Deposit[],
  entries: readonly Entry[],
  withdrawals: readonly Withdrawal[],
): ActivityRow[] {
  const depositOf = new Map(deposits.map((one) => [`${one.txid}:${one.vout}`, one]));
  const withdrawalOf = new Map(withdrawals.map((one) => [one.id, one]));
  const underWay = deposits
    .filter(({ state }) => state === "in_mempool" || state === "confirming")
    .map(depositRow);
  const moved = entries
    .filter(({ account, amountSats }) => account === "available" && amountSats !== null)
    .map((entry) => entryRow(entry, depositOf, withdrawalOf));
  const shown = new Set(entries.map(({ cause }) => cause));
  const oldest = Math.min(...entries.map(({ at }) => Date.parse(at)));
  const earlier = [
    ...deposits.filter(({ state }) => state === "credited").map(creditedRow),
    ...withdrawals.map(withdrawalRow),
  ].filter((row) => !shown.has(row.key) && Date.parse(row.at) <= oldest);
  return joined(
    [...underWay, ...moved, ...earlier].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)),
  ).slice(0, ROWS_MAX);
}

/**
 * Neighbours that belong together become one row with their sum: a withdrawal and its fee, payouts
 * in a row.
 */
function joined(rows: readonly ActivityRow[]): ActivityRow[] {
  const result: ActivityRow[] = [];
  for (const row of rows) {
    const index = placeOf(row, result);
    const known = result[index];
    if (known) {
      const amountSats = known.amountSats + row.amountSats;
      const cause = known.cause === row.cause ? known.cause : null;
      result[index] = { ...known, amountSats, cause };
    } else result.push(row);
  }
  return result;
}

/** Index of the row that this one belongs to; -1: none. */
function placeOf(row: ActivityRow, result: readonly ActivityRow[]): number {
  if (STEADY.has(row.what)) {
    const start = result.findLastIndex(({ what }) => !STEADY.has(what)) + 1;
    return result.findIndex(({ what }, index) => index >= start && what === row.what);
  }
  const last = result.at(-1);
  const isSameCause = last?.what === row.what && row.cause !== null && last.cause === row.cause;
  return isSameCause ? result.length - 1 : -1;
}

function depositRow(deposit: Deposit): ActivityRow {
  return {
    key: deposit.id,
    at: deposit.seenAt,
    what: deposit.isFromFaucet ? "Deposit from faucet" : "Deposit",
    cause: deposit.txid,
    amountSats: deposit.amountSats,
    status: { kind: "confirmations", count: deposit.confirmations, isTakenBack: false },
  };
}

function creditedRow(deposit: Deposit): ActivityRow {
  return {
    ...depositRow(deposit),
    key: `${deposit.txid}:${deposit.vout}`,
    at: deposit.creditedAt ?? deposit.seenAt,
    what: codeWords(deposit.isFromFaucet ? "faucet_grant" : "deposit"),
  };
}

function withdrawalRow(withdrawal: Withdrawal): ActivityRow {
  return {
    key: withdrawal.id,
    at: withdrawal.createdAt,
    what: codeWords("withdrawal"),
    cause: withdrawal.id,
    amountSats: -withdrawal.amountSats,
    status: withdrawalStatus(withdrawal),
  };
}

function entryRow(
  entry: Entry,
  depositOf: ReadonlyMap<string, Deposit>,
  withdrawalOf: ReadonlyMap<string, Withdrawal>,
): ActivityRow {
  const deposit = depositOf.get(entry.cause ?? "");
  const withdrawal = withdrawalOf.get(entry.cause ?? "");
  const isFaucet = entry.code === "deposit" && deposit?.isFromFaucet === true;
  return {
    key: entry.transferId,
    at: entry.at,
    what: whatOf(entry, isFaucet, withdrawal !== undefined),
    cause: entry.cause,
    amountSats: entry.amountSats ?? 0,
    status: depositStatus(deposit) ?? withdrawalStatus(withdrawal),
  };
}

/** A hold is the first step of a withdrawal; its status says how far it is. */
function whatOf({ code, cause }: Entry, isFaucet: boolean, isWithdrawal: boolean): string {
  if (isFaucet) return codeWords("faucet_grant");
  return isWithdrawal && code === "withdrawal_hold"
    ? codeWords("withdrawal")
    : codeWords(code, cause);
}

function depositStatus(deposit: Deposit | undefined): ActivityRow["status"] {
  if (deposit === undefined) return undefined;
  const isTakenBack = deposit.state === "reversed";
  return { kind: "confirmations", count: deposit.confirmations, isTakenBack };
}

function withdrawalStatus(withdrawal: Withdrawal | undefined): ActivityRow["status"] {
  if (withdrawal === undefined) return undefined;
  const { words, isCounted } = withdrawalStates[withdrawal.state];
  if (!isCounted) return { kind: "words", words };
  return { kind: "confirmations", count: withdrawal.confirmations, isTakenBack: false };
}
