/**
 * Creates the texts of an event: title, meaning and status. The meaning, such as "Starter Rig, 450
 * TH/s, 30 days", precedes any id.
 */
import { utcDayText } from "../../ui/time/time-text.ts";
import { decimalText, hashRateText } from "../../ui/amounts/number-format.ts";
import { truncateMiddle } from "../../ui/amounts/truncate-middle.ts";
import { codeWords, eventTexts as texts } from "./strings.ts";
import type { LedgerEvent } from "./use-events.ts";
import { withdrawalStates } from "./withdrawal-state.ts";

type WordsOf = Pick<
  LedgerEvent,
  "about" | "cause" | "key" | "firstCode" | "lastCode" | "payouts" | "transfers"
>;

export type EventStatus =
  | {
      readonly kind: "blocks";
      readonly count: number;
      readonly isTakenBack: boolean;
      readonly isDeposit: boolean;
    }
  | { readonly kind: "words"; readonly words: string; readonly isBad: boolean };

const BLOCKS_REQUIRED = 6;

/** Titles of events whose first step does not describe the whole event. */
const WHOLE: Readonly<Record<string, string>> = { withdrawal_hold: texts.withdrawal };

/** State of a multi-step event, by the code of its latest step. */
const STATES: Readonly<Record<string, string>> = {
  withdrawal_void: texts.returned,
  contract_refund: texts.refunded,
  earn_principal_hold: texts.running,
  earn_principal_return: texts.returned,
  earn_interest_payout: texts.returned,
};

export function eventTitle(event: WordsOf): string {
  const { about, cause, firstCode, payouts } = event;
  if (payouts > 0) return payoutWords(cause, payouts);
  if (firstCode === "earn_principal_hold" && about?.name) return about.name;
  return WHOLE[firstCode] ?? codeWords(firstCode, cause);
}

function payoutWords(cause: string | null, payouts: number): string {
  const words = codeWords("mining_payout", cause);
  return payouts === 1 ? words : words.replace(/^(Mining payout|Payout)/, "$1s");
}

/**
 * Returns the meaning of an event, without its id and without details that the title already
 * contains. Empty if nothing remains.
 */
export function eventMeaning(event: WordsOf): string {
  const { about, payouts } = event;
  const day = runDay(event);
  const parts = [
    about?.name && about.name !== eventTitle(event) ? nameText(about) : undefined,
    about?.hashRateThs ? hashRateText(about.hashRateThs) : undefined,
    about?.hours && day === undefined ? lengthText(about.hours) : undefined,
    about?.address ? texts.to(truncateMiddle(about.address)) : undefined,
    about?.block ? texts.block(wholeText(about.block)) : undefined,
    day,
    day !== undefined && payouts > 1 ? texts.payouts(wholeText(payouts)) : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}

function nameText({ name, quantity }: NonNullable<LedgerEvent["about"]>): string {
  return quantity !== null && quantity > 1
    ? texts.quantity(String(quantity), name ?? "")
    : (name ?? "");
}

function wholeText(count: number): string {
  return decimalText(String(count), 0);
}

function lengthText(hours: number): string {
  if (hours <= 48) return texts.hours(String(hours));
  return texts.days(wholeText(Math.round(hours / 24)));
}

/**
 * Returns the day of combined payouts, such as `17 Nov UTC`. Their key consists of cause and day.
 */
function runDay({ cause, key }: WordsOf): string | undefined {
  if (cause === null || !key.startsWith(`${cause} `)) return undefined;
  return texts.utcDay(utcDayText(new Date(key.slice(cause.length + 1))));
}

export function eventStatus({ about, lastCode }: WordsOf): EventStatus | undefined {
  if (lastCode === "deposit_reversal")
    return { kind: "blocks", count: about?.confirmations ?? 0, isTakenBack: true, isDeposit: true };
  const state = about?.state ? stateWords(about.state) : undefined;
  const confirmations = about?.confirmations ?? null;
  if (confirmations !== null && (state === undefined || state.isCounted))
    return {
      kind: "blocks",
      count: confirmations,
      isTakenBack: false,
      isDeposit: state === undefined,
    };
  if (state !== undefined) return { kind: "words", words: state.words, isBad: state.isBad };
  const words = STATES[lastCode];
  return words === undefined ? undefined : { kind: "words", words, isBad: false };
}

/**
 * True if the event is unfinished. Lists show the status of unfinished events and only the amount
 * of finished events.
 */
export function isUnfinished(status: EventStatus | undefined): boolean {
  if (status === undefined) return false;
  return status.kind === "words" || status.isTakenBack || status.count < BLOCKS_REQUIRED;
}

function stateWords(state: string) {
  return Object.entries(withdrawalStates).find(([name]) => name === state)?.[1];
}
