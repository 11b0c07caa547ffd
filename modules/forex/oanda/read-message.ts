/**
 * Parses a line of OANDA v20's pricing stream. Prices are parsed from text, never as floats.
 * Unreadable lines are distinguished from lines without prices.
 */
import { instrumentNamed, readPrice, type Instrument, type Quote } from "#market";

export type StreamMessage =
  | { readonly kind: "heartbeat" | "other" | "unreadable" }
  | {
      readonly kind: "price";
      readonly instrument: Instrument;
      /** Undefined if the instrument is not tradeable now. */
      readonly quote: Quote | undefined;
    };

const UNREADABLE: StreamMessage = { kind: "unreadable" };
/** Times have nanosecond precision, which is finer than a Date's. */
const TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?Z$/;

export function readMessage(line: string): StreamMessage {
  const message = parsed(line);
  if (!message) return UNREADABLE;
  if (message["type"] === "HEARTBEAT") return { kind: "heartbeat" };
  return message["type"] === "PRICE" ? readStreamPrice(message) : { kind: "other" };
}

function readStreamPrice(message: Readonly<Record<string, unknown>>): StreamMessage {
  const instrument = instrumentNamed(String(message["instrument"]));
  if (!instrument?.isTradeable) return { kind: "other" };
  const isTradeable = message["status"] === undefined || message["status"] === "tradeable";
  const [bids, asks] = [message["bids"], message["asks"]];
  if (!isTradeable || isEmpty(bids) || isEmpty(asks))
    return { kind: "price", instrument, quote: undefined };
  const [bid, ask] = [bids, asks].map((side) => bestOf(side, instrument));
  const timeMs = timeOf(message["time"]);
  if (bid === undefined || ask === undefined || timeMs === undefined) return UNREADABLE;
  return { kind: "price", instrument, quote: { bid, ask, timeMs } };
}

function isEmpty(side: unknown): boolean {
  return Array.isArray(side) && side.length === 0;
}

/** Returns the best price of a side, which is the first price in OANDA's list. */
function bestOf(side: unknown, instrument: Instrument): number | undefined {
  const [best] = Array.isArray(side) ? (side as unknown[]) : [];
  const text = isRecord(best) ? best["price"] : undefined;
  const price = typeof text === "string" ? readPrice(text, instrument) : undefined;
  return typeof price === "number" ? price : undefined;
}

function timeOf(text: unknown): number | undefined {
  const [, second, part = ""] = TIME.exec(String(text)) ?? [];
  if (second === undefined) return undefined;
  const timeMs = Date.parse(`${second}.${part.slice(0, 3).padEnd(3, "0")}Z`);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
