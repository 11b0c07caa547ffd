/**
 * Simulates one account at the desk over time by the market's own rules: orders with their latency,
 * financing at 17:00 and the stop-out. Strategies that try to make risk-free money trade on this
 * account.
 */
import {
  fillOrder,
  financePosition,
  instrumentNamed,
  latencyMs,
  nextTick,
  posted,
  quoteAt,
  stopOut,
  unitsOf,
  valueAccount,
  type Account,
  type Instrument,
  type Order,
  type PracticeDay,
  type Quote,
  type Quotes,
} from "#market";
import { RATES } from "./market-days.ts";

const OPENING_CENTS = 1_000_000n;
const POOR_CENTS = 300_000n;
const RICH_CENTS = 3_000_000n;
const MARK_UP = 10_000;
const BLOCK_MS = 300_000;

export function pairNamed(name: string): Instrument {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new Error(`no instrument ${name}`);
  return instrument;
}

export class Desk {
  account: Account = { home: "USD", balanceCents: OPENING_CENTS, trades: [] };
  /** Number of the five-minute block that begins at the current time. */
  block = 0;
  /** Weekday on which the trading day ends, where 1 is Monday. */
  weekday = 0;
  nowMs = 0;
  /** Cents that account resets have added or removed. They are not part of the profit or loss. */
  private broughtCents = OPENING_CENTS;
  private orders = 0;
  private isNearStopOut = false;
  private day: PracticeDay | undefined;
  private seed: Uint8Array = new Uint8Array(32);
  private readonly lastQuotes = new Map<Instrument, Quote>();

  private readonly quotes: Quotes = (instrument) => this.quote(instrument);

  openDay(day: PracticeDay, seed: Uint8Array): void {
    this.day = day;
    this.seed = seed;
    this.weekday = new Date(day.untilMs).getUTCDay();
    this.moveTo(0);
  }

  moveTo(block: number): void {
    this.block = block;
    this.nowMs = (this.day?.fromMs ?? 0) + block * BLOCK_MS;
    this.lastQuotes.clear();
    this.stopOutWhereDue();
  }

  /** Charges or pays the financing of open positions before the rollover. */
  closeDay(days: number): void {
    this.nowMs = (this.day?.untilMs ?? 0) - 200;
    this.lastQuotes.clear();
    this.stopOutWhereDue();
    const terms = { rates: RATES, markUp: MARK_UP, days };
    const cents = valueAccount(this.account, this.quotes)
      .positions.map((position) => financePosition(position, "USD", this.quotes, terms).cents)
      .reduce((sum, each) => sum + each, 0n);
    this.account = { ...this.account, balanceCents: this.account.balanceCents + cents };
  }

  quote(instrument: Instrument): Quote {
    const last = this.lastQuotes.get(instrument);
    if (last) return last;
    const quote = this.day && quoteAt(this.day, instrument, this.nowMs);
    if (!quote) throw new Error(`no quote of ${instrument.name}`);
    this.lastQuotes.set(instrument, quote);
    return quote;
  }

  mid(name: string): number {
    const { bid, ask } = this.quote(pairNamed(name));
    return (bid + ask) / 2;
  }

  units(name: string): number {
    return unitsOf(this.account, pairNamed(name));
  }

  /**
   * Sends a market order for the difference between the current and the requested number of units.
   */
  hold(name: string, units: number): void {
    const missing = units - this.units(name);
    if (missing !== 0) this.send(marketOrder(name, missing), this.nowMs);
  }

  /** Executes an order after its latency. Returns false if the order was not filled. */
  send(order: Order, sentMs: number): boolean {
    if (!this.day) throw new Error("no day");
    this.orders += 1;
    const id = String(this.orders);
    const arrivalMs = nextTick(this.day, sentMs + latencyMs(this.seed, id));
    const { account, day } = this;
    const quote = quoteAt(day, order.instrument, arrivalMs);
    const quotes: Quotes = (instrument) => quoteAt(day, instrument, arrivalMs);
    const turn = { order, tradeId: id, account, nowMs: arrivalMs, quote, quotes };
    const decision = fillOrder(turn);
    if (decision.kind !== "fill") return false;
    this.account = decision.filled.account;
    return true;
  }

  /** Passes the instrument's ticks in this block to `see`, until `see` returns true. */
  watch(name: string, see: (quote: Quote) => boolean): void {
    for (let intoMs = 0; intoMs < BLOCK_MS - 1_000; intoMs += 200) {
      const quote = this.day && quoteAt(this.day, pairNamed(name), this.nowMs + intoMs);
      if (quote && see(quote)) return;
    }
  }

  /**
   * Returns the profit or loss in cents since the start. Open positions are valued at the mid
   * price.
   */
  gainedCents(): bigint {
    return this.navCents() - this.broughtCents;
  }

  navCents(): bigint {
    return posted(valueAccount(this.account, this.quotes).nav);
  }

  /** Resets the account to 10,000 USD without positions if its value is very low or very high. */
  beginAnew(): void {
    const navCents = this.navCents();
    if (navCents > POOR_CENTS && navCents < RICH_CENTS) return;
    this.broughtCents += OPENING_CENTS - navCents;
    this.account = { ...this.account, balanceCents: OPENING_CENTS, trades: [] };
  }

  private stopOutWhereDue(): void {
    if (this.account.trades.length === 0) return;
    if (!this.isNearStopOut && this.block % 12 !== 0) return;
    const { nav, marginUsed } = valueAccount(this.account, this.quotes);
    this.isNearStopOut = nav.top * marginUsed.bottom < 2n * marginUsed.top * nav.bottom;
    if (this.isNearStopOut) this.account = stopOut(this.account, this.quotes, () => true).account;
  }
}

export function marketOrder(name: string, units: number): Order {
  return {
    type: "MARKET",
    instrument: pairNamed(name),
    units,
    timeInForce: "FOK",
    positionFill: "DEFAULT",
    triggerCondition: "DEFAULT",
    onFill: {},
  };
}

export function limitOrder(name: string, units: number, price: number): Order {
  return { ...marketOrder(name, units), type: "LIMIT", timeInForce: "GTC", price };
}
