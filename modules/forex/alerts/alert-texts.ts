/** Formats conditions and values of alerts for the API, messages and refusals. */
import { priceText, type Instrument } from "#market";
import { formatAmount, USD_DECIMALS } from "#money";
import type { Condition } from "./alert.ts";

/** Formats a level or a value as decimal text in the unit of its kind, without the unit. */
export function amountText({ kind, instrument }: Condition, amount: number | bigint): string {
  if (kind === "PRICE" && instrument) return priceText(Number(amount), instrument);
  if (kind === "SPREAD" && instrument)
    return formatAmount(BigInt(Math.round((Number(amount) * 10) / instrument.pip)), 1);
  return formatAmount(BigInt(amount), USD_DECIMALS);
}

const UNITS = { PRICE: "", SPREAD: " pips", DAY_MOVE: " %", EQUITY: " USD", MARGIN_LEVEL: " %" };

/** Describes a condition in words, such as `EUR/USD bid at or above 1.10000`. */
export function conditionText(condition: Condition): string {
  const { kind, instrument, side, direction, level } = condition;
  const amount = `${amountText(condition, level)}${UNITS[kind]}`;
  const way = direction === "ABOVE" ? "at or above" : "at or below";
  const pair = pairOf(instrument);
  if (kind === "PRICE") return `${pair} ${SIDES[side ?? "MID"]} ${way} ${amount}`;
  if (kind === "SPREAD") return `${pair} spread at or above ${amount}`;
  if (kind === "DAY_MOVE") return `${pair} moved ${amount} or more since the day's open`;
  return `${kind === "EQUITY" ? "Equity" : "Margin level"} ${way} ${amount}`;
}

const SIDES = { BID: "bid", ASK: "ask", MID: "mid price" } as const;

/** Formats the value at which an alert fired, with its unit. */
export function valueText(condition: Condition, value: bigint): string {
  return `${amountText(condition, value)}${UNITS[condition.kind]}`;
}

function pairOf(instrument: Instrument | undefined): string {
  return (instrument?.name ?? "").replace("_", "/");
}
