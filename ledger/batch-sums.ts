/**
 * What a batch does to its accounts when every leg succeeds, added up before it is sent. The
 * database adds it to what it finds; it stands in `ledger_post_plain` what each figure means.
 */
import { numberArray } from "#platform";
import type { Transfer } from "./transfer.ts";

/**
 * Account ids in ascending order, and for each leg the places (from 1) of its two accounts among
 * them.
 */
export interface Places {
  readonly accounts: readonly number[];
  readonly debit: readonly number[];
  readonly credit: readonly number[];
}

/** `ids` holds the debit's and the credit's account of each leg in turn. */
export function placesOf(ids: readonly number[]): Places {
  const accounts = [...new Set(ids)].toSorted((a, b) => a - b);
  const places = new Map(accounts.map((id, index) => [id, index + 1]));
  const side = (offset: 0 | 1): number[] =>
    ids.filter((_, index) => index % 2 === offset).map((id) => places.get(id) ?? 0);
  return { accounts, debit: side(0), credit: side(1) };
}

/**
 * In the order of the function's parameters: delta, debits, touches, d_nth, d_run, c_nth, c_run.
 */
export function batchSums(places: Places, legs: readonly Transfer[]): string[] {
  const delta = places.accounts.map(() => 0n);
  const debits = places.accounts.map(() => 0n);
  const touches = places.accounts.map(() => 0);
  const touch = (place: number, change: bigint): [number, bigint] => {
    const index = place - 1;
    const nth = (touches[index] ?? 0) + 1;
    const run = (delta[index] ?? 0n) + change;
    touches[index] = nth;
    delta[index] = run;
    if (change < 0n) debits[index] = (debits[index] ?? 0n) - change;
    return [nth, run];
  };
  const debitSteps: [number, bigint][] = [];
  const creditSteps: [number, bigint][] = [];
  legs.forEach(({ amount }, index) => {
    debitSteps.push(touch(places.debit[index] ?? 0, -amount));
    creditSteps.push(touch(places.credit[index] ?? 0, amount));
  });
  return [
    numberArray(delta),
    numberArray(debits),
    numberArray(touches),
    numberArray(debitSteps.map(([nth]) => nth)),
    numberArray(debitSteps.map(([, run]) => run)),
    numberArray(creditSteps.map(([nth]) => nth)),
    numberArray(creditSteps.map(([, run]) => run)),
  ];
}
