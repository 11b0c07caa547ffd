/** Merges deposits and withdrawals into one list, newest first. */
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { trackerTexts as texts } from "./strings.ts";
import { withdrawalStates } from "../../account-history/withdrawal-state.ts";

type Withdrawal = ApiAnswer<"listWithdrawals">["items"][number];
type Deposit = ApiAnswer<"listDeposits">["items"][number];

export interface OwnRow {
  readonly id: string;
  readonly at: string;
  readonly what: string;
  readonly txid: string | null;
  /** Number of confirmations, or the state as text. */
  readonly state: number | { readonly words: string; readonly isBad: boolean };
  readonly isDeposit: boolean;
  /** Amount in satoshis. Negative for a withdrawal. */
  readonly sats: number;
}

export function newestOf(
  withdrawals: readonly Withdrawal[],
  deposits: readonly Deposit[],
): OwnRow[] {
  const rows = [...withdrawals.map(rowOfWithdrawal), ...deposits.map(rowOfDeposit)];
  return rows.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

function rowOfWithdrawal(one: Withdrawal): OwnRow {
  const { words, isCounted, isBad } = withdrawalStates[one.state];
  return {
    id: one.id,
    at: one.createdAt,
    what: texts.withdrawalBy[one.method],
    txid: one.txid,
    state: isCounted && !one.isSimulated ? one.confirmations : { words, isBad },
    isDeposit: false,
    sats: -one.amountSats,
  };
}

function rowOfDeposit({ id, seenAt, txid, state, confirmations, ...one }: Deposit): OwnRow {
  const isGone = state === "dropped" || state === "reversed";
  return {
    id,
    at: seenAt,
    what: one.isFromFaucet ? texts.testCoins : texts.deposit,
    txid,
    state: isGone ? { words: texts.gone[state], isBad: true } : confirmations,
    isDeposit: true,
    sats: one.amountSats,
  };
}
