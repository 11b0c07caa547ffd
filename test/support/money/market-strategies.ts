/**
 * Defines twenty strategies that try to make risk-free money. Each strategy runs once per
 * five-minute block. A day has 288 blocks, starting at 17:00.
 */
import { isTriggered, type Order } from "#market";
import { limitOrder, marketOrder, type Desk } from "./market-desk.ts";

/** Creates the strategy's state and returns the function that runs at each block. */
export type Strategy = () => (desk: Desk) => void;

const HOUR = 12;
const LONDON = 10 * HOUR;
const LAST = 287;
const PIP = 100;
const SIZE = 100_000;

const isHour = ({ block }: Desk) => block % HOUR === 0;
const MONDAY = 1;
const WEDNESDAY = 3;
const FRIDAY = 5;

export const STRATEGIES: Readonly<Record<string, Strategy>> = {
  "hold long": () => (desk) => at(desk, HOUR, () => desk.hold("EUR_USD", SIZE)),
  "hold short": () => (desk) => at(desk, HOUR, () => desk.hold("EUR_USD", -SIZE)),
  carry: () => (desk) => at(desk, HOUR, () => desk.hold("AUD_JPY", SIZE)),
  "carry against the franc": () => (desk) => at(desk, HOUR, () => desk.hold("USD_CHF", SIZE)),
  "carry of a loss in zloty": () => (desk) => at(desk, HOUR, () => desk.hold("USD_PLN", SIZE)),
  "against carry": () => (desk) => at(desk, HOUR, () => desk.hold("AUD_JPY", -SIZE)),
  momentum: () => followed("GBP_USD", 1),
  reversal: () => followed("GBP_USD", -1),
  martingale: () => doubling(),
  "fade the gap": () => fading(),
  "over the weekend at full leverage": () => (desk) => {
    if (desk.weekday === FRIDAY) at(desk, LAST, () => desk.hold("GBP_JPY", 200_000));
    if (desk.weekday === MONDAY) at(desk, 3, () => desk.hold("GBP_JPY", 0));
  },
  "over the rollover with carry": () => overRollover("AUD_JPY", 1, () => true),
  "over the rollover against it": () => overRollover("NZD_CHF", -1, () => true),
  "over Wednesday's rollover": () =>
    overRollover("USD_JPY", 1, (desk) => desk.weekday === WEDNESDAY),
  "limits against the latency": () => limits(),
  "stops on both sides of London's opening": () => straddle(),
  "small targets, far stops": () => bracket(8, 80),
  "near stops, far targets": () => bracket(80, 8),
  "three sides of a triangle": () => (desk) => {
    if (desk.block % 96 !== 48) return;
    const side = desk.units("EUR_USD") > 0 ? -1 : 1;
    desk.hold("EUR_USD", side * SIZE);
    desk.hold("EUR_GBP", -side * SIZE);
    desk.hold("GBP_USD", -side * 87_000);
  },
  "all in, and let the house bear the rest": () => (desk) =>
    at(desk, LONDON, () => {
      if (desk.units("USD_JPY") !== 0) return;
      desk.hold("USD_JPY", Math.floor(Number(desk.navCents()) / 100) * 28);
    }),
};

function at(desk: Desk, block: number, act: () => void): void {
  if (desk.block === block) act();
}

function followed(name: string, sign: number): (desk: Desk) => void {
  let before: number | undefined;
  return (desk) => {
    if (!isHour(desk)) return;
    const mid = desk.mid(name);
    if (before !== undefined) desk.hold(name, sign * Math.sign(mid - before) * SIZE);
    before = mid;
  };
}

/** Doubles the position size after each loss, up to 32 times the original size. */
function doubling(): (desk: Desk) => void {
  let size = 10_000;
  let before = 0n;
  return (desk) => {
    if (desk.block % (4 * HOUR) !== 0) return;
    const gained = desk.gainedCents();
    size = gained < before ? Math.min(320_000, size * 2) : 10_000;
    before = gained;
    desk.hold("EUR_USD", 0);
    desk.hold("EUR_USD", size);
  };
}

function fading(): (desk: Desk) => void {
  let close = 0;
  return (desk) => {
    if (desk.block === LAST) close = desk.mid("EUR_JPY");
    if (desk.weekday !== MONDAY || close === 0) return;
    at(desk, 0, () => desk.hold("EUR_JPY", Math.sign(close - desk.mid("EUR_JPY")) * SIZE));
    at(desk, 2 * HOUR, () => desk.hold("EUR_JPY", 0));
  };
}

function overRollover(
  name: string,
  side: number,
  isDay: (desk: Desk) => boolean,
): (desk: Desk) => void {
  return (desk) => {
    if (isDay(desk)) at(desk, LAST, () => desk.hold(name, side * SIZE));
    at(desk, 0, () => desk.hold(name, 0));
  };
}

/**
 * Places a limit order three pips below the price as soon as the price has fallen that far within
 * the block. If the price has recovered when the order arrives, the order stays pending. The
 * position is sold an hour later.
 */
function limits(): (desk: Desk) => void {
  return (desk) => {
    at(desk, LONDON + HOUR, () => desk.hold("EUR_USD", 0));
    at(desk, LONDON, () => {
      const { ask } = desk.quote(marketOrder("EUR_USD", 1).instrument);
      const order = limitOrder("EUR_USD", SIZE, ask - 3 * PIP);
      desk.watch("EUR_USD", (quote) => isTriggered(order, quote) && desk.send(order, quote.timeMs));
    });
  };
}

function straddle(): (desk: Desk) => void {
  return (desk) => {
    at(desk, LONDON + 3 * HOUR, () => desk.hold("GBP_USD", 0));
    at(desk, LONDON, () => {
      const { bid, ask } = desk.quote(marketOrder("GBP_USD", 1).instrument);
      const stop = (units: number, price: number): Order => ({
        ...limitOrder("GBP_USD", units, price),
        type: "STOP",
      });
      const orders = [stop(SIZE, ask + 2 * PIP), stop(-SIZE, bid - 2 * PIP)];
      desk.watch("GBP_USD", (quote) => {
        const triggered = orders.find((order) => isTriggered(order, quote));
        return triggered !== undefined && desk.send(triggered, quote.timeMs);
      });
    });
  };
}

/**
 * Opens a position and closes it at a target or stop, given in pips and checked every five minutes.
 */
function bracket(target: number, stop: number): (desk: Desk) => void {
  let entry = 0;
  return (desk) => {
    const mid = desk.mid("AUD_USD");
    const moved = (mid - entry) / PIP;
    const isOpen = desk.units("AUD_USD") !== 0;
    if (isOpen && (moved >= target || moved <= -stop)) desk.hold("AUD_USD", 0);
    if (isOpen || desk.block !== LONDON) return;
    desk.hold("AUD_USD", SIZE);
    entry = mid;
  };
}
