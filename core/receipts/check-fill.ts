/**
 * Checks the receipt of a Forex fill. The practice market's prices are a function of the day's
 * seed, so the tick can be calculated again after the seed is published. Pure.
 */
import { parseVkey } from "#log";
import { parseAmount } from "#money";
import {
  commitmentOf,
  dayAt,
  dayOf,
  executionPrice,
  FOREIGN_CURRENCIES,
  instrumentNamed,
  isQuotable,
  latencyMs,
  nextTradingDay,
  openDay,
  openingOf,
  opensAt,
  priceText,
  quoteAt,
  readPrice,
  TICK_MS,
  type Instrument,
  type Quote,
} from "#market";
import { hexToBytes } from "@noble/hashes/utils.js";
import { failed, notChecked, ok, type Check } from "./check.ts";
import { checkpointReader, isInLog, parseObject } from "./check-log.ts";
import { readFact, type FactInclusion, type Receipt } from "./receipt.ts";
import { HASH, isTime, Malformed, type JsonReader } from "./json-reader.ts";

interface ShownQuote {
  readonly bid: string;
  readonly ask: string;
  readonly time: string;
}

/** Inputs of a market day, as the platform publishes them. */
interface Day {
  readonly date: string;
  readonly commitment: string;
  /** Null while the day is not over. */
  readonly seed: string | null;
  readonly model: string;
  readonly variance: number;
  readonly levels: readonly string[];
  readonly spread: string;
}

export interface FillReceipt {
  readonly orderId: string;
  readonly instrument: Instrument;
  readonly units: number;
  /** Position before the fill. */
  readonly heldUnits: number;
  readonly price: string;
  /** Result that the fill realised. */
  readonly amountCents: number;
  readonly at: string;
  readonly sentAt: string;
  readonly latencyMs: number;
  readonly used: ShownQuote;
  /** Null for a fill at OANDA's prices, which no seed determines. */
  readonly day: Day | null;
  /** Null if the log did not contain the commitment of the day. */
  readonly dayLog: FactInclusion | null;
}

/** The date of the starting levels, and a version after the first. */
const MODEL = /^\d{4}-\d\d-\d\d(\.\d{1,3})?$/;
const PRICE = /^\d{1,9}(\.\d{1,9})?$/;
const LEVEL_DECIMALS = 12;

export function readFill(receipt: JsonReader): FillReceipt {
  const reader = receipt.object("fill");
  const instrument = instrumentNamed(reader.text("instrument"));
  if (!instrument) throw new Malformed("fill.instrument is unknown.");
  return {
    orderId: reader.text("orderId"),
    instrument,
    units: reader.whole("units"),
    heldUnits: reader.whole("heldUnits"),
    price: reader.text("price", PRICE),
    amountCents: reader.whole("amountCents"),
    at: reader.time("at"),
    sentAt: reader.time("sentAt"),
    latencyMs: reader.count("latencyMs"),
    used: readQuote(reader.object("used")),
    day: reader.isNull("day") ? null : readDay(reader.object("day"), instrument),
    dayLog: reader.isNull("dayLog") ? null : readFact(reader.object("dayLog")),
  };
}

function readQuote(reader: JsonReader): ShownQuote {
  return {
    bid: reader.text("bid", PRICE),
    ask: reader.text("ask", PRICE),
    time: reader.time("time"),
  };
}

function readDay(reader: JsonReader, { name }: Instrument): Day {
  const start = reader.object("start");
  const levels = start.object("levels");
  return {
    date: reader.date("date"),
    commitment: reader.text("commitment", HASH),
    seed: reader.isNull("seed") ? null : reader.text("seed", HASH),
    model: start.text("model", MODEL),
    variance: start.count("variance"),
    levels: FOREIGN_CURRENCIES.map((currency) => levels.decimal(currency)),
    spread: reader.object("terms").object("pairs").object(name).decimal("spread"),
  };
}

export function checkFill(receipt: Receipt, fill: FillReceipt): Check[] {
  return [
    checkPrice(fill),
    checkResult(receipt, fill),
    checkCommitment(receipt, fill),
    ...checkTick(fill),
  ];
}

/** Compares the realised result with the ledger. The engine books several fills together. */
function checkResult({ transfers }: Receipt, { amountCents }: FillReceipt): Check {
  const name = "ledger";
  const code = amountCents < 0 ? "forex_loss" : "forex_profit";
  const results = transfers.filter((transfer) => RESULTS.has(transfer.code));
  if (amountCents === 0 && transfers.length === 0)
    return ok(name, "the fill realised no result, so no money moved");
  const [only] = results;
  if (results.length !== 1 || !only)
    return notChecked(name, `${results.length} results were booked together with this fill`);
  return only.code === code && only.asset === "USD" && only.amount === Math.abs(amountCents)
    ? ok(name, `a result of ${amountCents} cents was booked`)
    : failed(name, `a result of ${only.amount} cents was booked, not of ${amountCents} cents`);
}

const RESULTS: ReadonlySet<string> = new Set(["forex_profit", "forex_loss"]);

/** Checks that the log contained the commitment before the day began. */
function checkCommitment({ installation }: Receipt, { day, dayLog }: FillReceipt): Check {
  const name = "commitment";
  const key = parseVkey(installation.log);
  if (!day) return notChecked(name, "the price came from OANDA, and no seed determines it");
  if (!dayLog || !key)
    return notChecked(name, `the log did not contain the commitment of ${day.date}`);
  const fact = parseObject(dayLog.fact);
  const head = checkpointReader(key)(dayLog.checkpoint);
  const leaf = { index: dayLog.index, text: dayLog.fact, path: dayLog.path };
  if (!head || !isInLog(leaf, head)) return failed(name, "the log does not contain this fact");
  const isOfDay = fact?.["kind"] === "commitment" && fact["date"] === day.date;
  if (!isOfDay || fact["commitment"] !== day.commitment)
    return failed(name, `the log contains another commitment of ${day.date}`);
  const loggedAt = String(fact["loggedAt"]);
  if (!isTime(loggedAt)) return failed(name, "the log contains this fact without a valid time");
  return Date.parse(loggedAt) < openingOf(dayOf(day.date))
    ? ok(name, `it was in the log at ${loggedAt}, before the day began`)
    : notChecked(name, `the log began at ${loggedAt}, after the day began`);
}

/** Recomputes the price from the quote that the receipt names. */
function checkPrice({ used, units, heldUnits, price, instrument, at }: FillReceipt): Check {
  const name = "price";
  const quote = quoteOf(used, instrument);
  if (!quote || units === 0) return failed(name, "the quote or the units are malformed");
  const expected = priceText(executionPrice(quote, units, heldUnits).price, instrument);
  if (expected !== price)
    return failed(name, `the quote and the size result in ${expected}, not ${price}`);
  if (at !== used.time) return failed(name, `the quote is of ${used.time}, the fill of ${at}`);
  return ok(name, `${units} ${instrument.name} at ${price}, from ${used.bid} / ${used.ask}`);
}

function checkTick({ day, used, instrument, orderId, sentAt, latencyMs: stated }: FillReceipt) {
  const name = "tick";
  if (!day) return [notChecked(name, "the price came from OANDA, and no seed determines it")];
  if (day.seed === null)
    return [notChecked(name, `the seed of ${day.date} was secret when the receipt was issued`)];
  const seed = hexToBytes(day.seed);
  if (commitmentOf(seed) !== day.commitment)
    return [failed("seed", `the seed of ${day.date} is not the one that was committed to`)];
  const timeMs = Date.parse(used.time);
  const quote = tickOf(day, seed, instrument, timeMs);
  const shown = quote && {
    bid: priceText(quote.bid, instrument),
    ask: priceText(quote.ask, instrument),
  };
  if (shown?.bid !== used.bid || shown.ask !== used.ask)
    return [failed(name, `the seed results in ${shown?.bid ?? "no price"} / ${shown?.ask ?? ""}`)];
  return [
    ok("seed", `the seed of ${day.date} is the one that was committed to`),
    ok(name, `${instrument.name} was ${used.bid} / ${used.ask} at ${used.time}`),
    checkLatency({ day, seed, orderId, sentAt, stated, timeMs }),
    notChecked("market day", `compare its starting values with /forex/days/${day.date}`),
  ];
}

/** Recomputes the latency, which is drawn from the order's id. */
function checkLatency(of: {
  readonly day: Day;
  readonly seed: Uint8Array;
  readonly orderId: string;
  readonly sentAt: string;
  readonly stated: number;
  readonly timeMs: number;
}): Check {
  const { day, seed, orderId, sentAt, stated, timeMs } = of;
  const name = "latency";
  const sentMs = Date.parse(sentAt);
  if (nextTradingDay(dayAt(sentMs)) !== dayOf(day.date))
    return notChecked(name, "the order was sent on another trading day");
  const latency = latencyMs(seed, orderId);
  const arrivalMs = opensAt(Math.ceil((sentMs + latency) / TICK_MS) * TICK_MS);
  return latency === stated && arrivalMs === timeMs
    ? ok(name, `the order took ${latency} ms, drawn from its id`)
    : failed(name, `the order's id results in ${latency} ms`);
}

/** Returns the day's price at a time, or undefined if the day or the time is impossible. */
function tickOf(
  { date, model, variance, levels, spread }: Day,
  seed: Uint8Array,
  instrument: Instrument,
  timeMs: number,
): Quote | undefined {
  const tenths = parseAmount(spread, 1);
  const scaled = levels.map((level) => parseAmount(level, LEVEL_DECIMALS));
  if (tenths === undefined || scaled.includes(undefined)) return undefined;
  const start = { model, day: dayOf(date), variance, levels: scaled.map(Number) };
  try {
    const path = openDay(start, seed, () => Number(tenths));
    const isWithin = timeMs >= path.fromMs && timeMs < path.untilMs && timeMs % TICK_MS === 0;
    return isWithin ? quoteAt(path, instrument, timeMs) : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function quoteOf({ bid, ask, time }: ShownQuote, instrument: Instrument): Quote | undefined {
  const [low, high] = [readPrice(bid, instrument), readPrice(ask, instrument)];
  if (typeof low !== "number" || typeof high !== "number" || !isQuotable(high)) return undefined;
  return low < high ? { bid: low, ask: high, timeMs: Date.parse(time) } : undefined;
}
