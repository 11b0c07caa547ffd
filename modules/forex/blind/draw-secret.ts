/**
 * Draws the secret of a blind replay from the operating system's random numbers: the week, the
 * weekday, the pair and the direction, each with equal probability. A pair that hardly moves in the
 * period, such as a pegged one, is drawn again, because it is no exercise and easy to recognise.
 */
import { randomBytes, randomInt } from "node:crypto";
import {
  columnsOf,
  fixingPrice,
  loadFixings,
  PAIRS,
  priceText,
  quoteAt,
  replayDay,
  type Instrument,
} from "#market";
import {
  daysAround,
  isUsableWeek,
  mondayOf,
  secretText,
  startOn,
  type BlindSecret,
} from "#market/blind";
import { FIRST_ROW } from "../candles/history.ts";

type Fixings = Awaited<ReturnType<typeof loadFixings>>;

/** Smallest distance of the lowest and the highest ECB rate of the period, in parts of the rate. */
const RANGE_MIN = 0.015;
const WEEK_DAYS = 7;
const WEEKDAYS = 5;
const NONCE_BYTES = 32;

let loading:
  | Promise<{ readonly fixings: Fixings; readonly mondays: readonly number[] }>
  | undefined;

/** Returns the text of a new secret. */
export async function drawSecret(): Promise<string> {
  loading ??= loadFixings().then((fixings) => ({ fixings, mondays: usableMondays(fixings) }));
  const { fixings, mondays } = await loading;
  for (;;) {
    const monday = mondays[randomInt(mondays.length)] ?? 0;
    const instrument = PAIRS[randomInt(PAIRS.length)];
    if (!instrument || rangeOf(fixings, monday, instrument) < RANGE_MIN) continue;
    const day = monday + randomInt(WEEKDAYS);
    return secretText({
      nonce: randomBytes(NONCE_BYTES).toString("hex"),
      instrument,
      day,
      isMirrored: randomInt(2) === 1,
      scale: scaleOn(fixings, day, instrument),
    });
  }
}

/** Returns the Mondays of all weeks in which a blind replay can start. */
function usableMondays(fixings: Fixings): readonly number[] {
  const [first, last] = [fixings[FIRST_ROW], fixings.at(-1)];
  if (!first || !last) throw new Error("the built-in rates have too few rows");
  const mondays: number[] = [];
  for (let monday = mondayOf(first.day); monday < last.day; monday += WEEK_DAYS) {
    const [from, until] = daysAround(monday);
    if (from > first.day && until < last.day && isUsableWeek(monday)) mondays.push(monday);
  }
  return mondays;
}

function rangeOf(fixings: Fixings, monday: number, instrument: Instrument): number {
  const [from, until] = daysAround(monday);
  const prices = fixings
    .filter(({ day }) => day >= from && day <= until)
    .map((fixing) => fixingPrice(fixing, instrument));
  return Math.max(...prices) / Math.min(...prices) - 1;
}

/** Returns the mid price at the start, which the mask shows as 1. */
export function scaleOn(fixings: Fixings, day: BlindSecret["day"], instrument: Instrument): string {
  const path = replayDay(fixings, day, { columns: columnsOf(instrument) });
  const quote = path && quoteAt(path, instrument, startOn(day));
  if (!quote) throw new Error("the drawn day has no price");
  return priceText((quote.bid + quote.ask) / 2, instrument);
}
