/** The fields of the alert form, and their conversion to a request. */
import { parseAmount } from "#money";
import { instrumentNamed, priceText, type Instrument } from "#market";
import { readNumberText } from "../../../ui/preferences/read-number.ts";
import { currentMarks, withMarks } from "../../../ui/preferences/number-marks.ts";
import type { LiveQuote } from "../quotes/live-quote.ts";
import { dayChange, pipsText } from "../quotes/price-text.ts";
import type { AlertBody, ForexAlert } from "./alert-words.ts";
import { alertTexts as texts } from "./strings.ts";

export interface AlertDraft {
  readonly kind: ForexAlert["kind"];
  readonly instrument: string;
  readonly side: "BID" | "MID" | "ASK";
  readonly direction: "ABOVE" | "BELOW";
  /** True if the user has chosen the direction. */
  readonly hasDirection: boolean;
  readonly level: string;
  /** Shortest time between two messages in seconds, or 0 for an alert that fires once. */
  readonly repeatSeconds: number;
  readonly note: string;
  /** Value of a `datetime-local` field. */
  readonly expires: string;
}

/** Returns a draft at a price, or at the instrument's current mid price. */
export function draftAt(
  instrument: string,
  quote: LiveQuote | undefined,
  price?: number,
): AlertDraft {
  const pair = instrumentNamed(instrument);
  const level = price ?? (quote && Math.floor((quote.bid + quote.ask) / 2));
  return {
    kind: "PRICE",
    instrument,
    side: "MID",
    direction: "ABOVE",
    hasDirection: false,
    level: level && pair ? withMarks(priceText(level - (level % 10), pair)) : "",
    repeatSeconds: 0,
    note: "",
    expires: "",
  };
}

export function draftOf(alert: ForexAlert): AlertDraft {
  const { kind, instrument, side, direction, level, repeatSeconds, note, expiresAt } = alert;
  return {
    kind,
    instrument: instrument ?? "EUR_USD",
    side: side ?? "MID",
    direction: direction === "ABOVE" ? "ABOVE" : "BELOW",
    hasDirection: true,
    level: withMarks(level),
    repeatSeconds: repeatSeconds ?? 0,
    note: note ?? "",
    expires: expiresAt === null ? "" : localText(new Date(expiresAt)),
  };
}

/** Until the user chooses a direction, a price alert waits for the price to move to its level. */
export function withDirection(draft: AlertDraft, quote: LiveQuote | undefined): AlertDraft {
  if (draft.kind !== "PRICE" || draft.hasDirection) return draft;
  const isBelow = currentValue({ ...draft, direction: "ABOVE" }, quote)?.isMet === true;
  return { ...draft, direction: isBelow ? "BELOW" : "ABOVE" };
}

export interface AlertReading {
  readonly body: AlertBody | undefined;
  readonly faults: { readonly level?: string; readonly expires?: string };
}

export function readAlert(draft: AlertDraft, nowMs = Date.now()): AlertReading {
  const { kind, instrument, side, direction, repeatSeconds, note, expires } = draft;
  const level = readLevel(draft);
  const expiresMs = expires === "" ? undefined : Date.parse(expires);
  const isExpiryWrong = expiresMs !== undefined && !(expiresMs > nowMs);
  if (level === undefined || isExpiryWrong)
    return {
      body: undefined,
      faults: {
        ...(level === undefined && { level: texts.levelInvalid }),
        ...(isExpiryWrong && { expires: texts.expiresInvalid }),
      },
    };
  const terms = {
    level,
    repeatSeconds: repeatSeconds === 0 ? null : repeatSeconds,
    note: note.trim() === "" ? null : note.trim(),
    expiresAt: expiresMs === undefined ? null : new Date(expiresMs).toISOString(),
  };
  if (kind === "PRICE")
    return { body: { kind, instrument, side, direction, ...terms }, faults: {} };
  if (kind === "EQUITY") return { body: { kind, direction, ...terms }, faults: {} };
  return {
    body: kind === "MARGIN_LEVEL" ? { kind, ...terms } : { kind, instrument, ...terms },
    faults: {},
  };
}

/**
 * Reads the level: a price as in the order ticket or with the user's decimal separator, or a number
 * in the user's format.
 */
function readLevel({ kind, level }: AlertDraft): string | undefined {
  const typed = level.trim();
  const text =
    kind === "PRICE" ? typed.replace(currentMarks().decimal, ".") : readNumberText(typed);
  return text !== undefined && (parseAmount(text, 6) ?? 0n) > 0n ? text : undefined;
}

export interface CurrentValue {
  readonly text: string;
  /** True if the condition is already met, so that the alert would not fire now. */
  readonly isMet: boolean;
}

/** Returns the current value of the draft's condition, for conditions on a price. */
export function currentValue(
  draft: AlertDraft,
  quote: LiveQuote | undefined,
): CurrentValue | undefined {
  const pair = instrumentNamed(draft.instrument);
  const level = readLevel(draft);
  if (!quote || !pair) return undefined;
  if (draft.kind === "PRICE") {
    const doubled = { BID: 2 * quote.bid, ASK: 2 * quote.ask, MID: quote.bid + quote.ask };
    const value = doubled[draft.side];
    const target = 2 * scaled(level, pair.displayPrecision + 1);
    return {
      text: withMarks(priceText(Math.floor(value / 20) * 10, pair)),
      isMet: draft.direction === "ABOVE" ? value >= target : value <= target,
    };
  }
  if (draft.kind === "SPREAD") {
    const spread = quote.ask - quote.bid;
    return {
      text: `${pipsText(spread, pair)} ${texts.units.SPREAD}`,
      isMet: spread >= scaled(level, 1) * tenthOfPip(pair),
    };
  }
  const change = draft.kind === "DAY_MOVE" ? dayChange(quote) : undefined;
  return (
    change && {
      text: `${change.text} %`,
      isMet: Math.abs(change.hundredths) >= scaled(level, 2),
    }
  );
}

function tenthOfPip({ pip }: Instrument): number {
  return pip / 10;
}

/** NaN without a level, so that no comparison is true. */
function scaled(level: string | undefined, decimals: number): number {
  const amount = level === undefined ? undefined : parseAmount(level, decimals);
  return amount === undefined ? Number.NaN : Number(amount);
}

/** Formats a time for a `datetime-local` field. */
function localText(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
