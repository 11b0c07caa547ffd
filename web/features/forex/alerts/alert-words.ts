/** Describes alerts in words, with numbers in the user's format. */
import type { ApiAnswer, ApiInput } from "../../../data/api/route-shapes.ts";
import { groupedText, withMarks } from "../../../ui/preferences/number-marks.ts";
import { pairName } from "../quotes/price-text.ts";
import { alertTexts as texts } from "./strings.ts";

export type ForexAlert = ApiAnswer<"listForexAlerts">["items"][number];
export type AlertBody = ApiInput<"createForexAlert">["body"];

export function alertWords(alert: ForexAlert): string {
  const { words } = texts;
  const { kind, side, direction } = alert;
  const pair = pairName(alert.instrument ?? "");
  const level = levelText(alert, alert.level);
  const way = direction === "EITHER" ? "" : words.directions[direction];
  if (kind === "PRICE") return words.PRICE(pair, words.sides[side ?? "MID"], way, level);
  if (kind === "SPREAD") return words.SPREAD(pair, level);
  if (kind === "DAY_MOVE") return words.DAY_MOVE(pair, level);
  if (kind === "EQUITY") return words.EQUITY(way, level);
  return words.MARGIN_LEVEL(level);
}

/** Formats a level or value of the alert in the user's number format, without the unit. */
export function levelText({ kind }: Pick<ForexAlert, "kind">, amount: string): string {
  return kind === "EQUITY" ? groupedText(amount) : withMarks(amount);
}

/** Formats the value with its unit, such as `2.4 pips`. */
export function valueText(alert: ForexAlert, amount: string): string {
  return `${levelText(alert, amount)} ${texts.units[alert.kind]}`.trim();
}

export function repeatText({ repeatSeconds }: ForexAlert): string {
  if (repeatSeconds === null) return texts.repeats.once;
  const pause = (texts.pauses as Readonly<Record<number, string>>)[repeatSeconds];
  return texts.everyTime(pause ?? texts.otherPause(repeatSeconds));
}

/** Returns the request that creates the same alert. An expiry in the past is left out. */
export function bodyOf(alert: ForexAlert, nowMs = Date.now()): AlertBody {
  const { kind, instrument, side, direction, level, repeatSeconds, note, expiresAt } = alert;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= nowMs;
  const terms = { level, repeatSeconds, note, expiresAt: isOver ? null : expiresAt };
  const way = direction === "ABOVE" ? "ABOVE" : "BELOW";
  const pair = { instrument: instrument ?? "" };
  if (kind === "PRICE") return { kind, ...pair, side: side ?? "MID", direction: way, ...terms };
  if (kind === "EQUITY") return { kind, direction: way, ...terms };
  return kind === "MARGIN_LEVEL" ? { kind, ...terms } : { kind, ...pair, ...terms };
}
