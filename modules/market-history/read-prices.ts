/**
 * Reads the price file, with one price per UTC day. Missing days are filled forward from the
 * previous day and reported. Added days never change, so the current day's row, whose price may
 * still change, is ignored until a later upload.
 */
import { dayText, epochDayOf } from "#economics/history";
import { uploadRefusals } from "./upload-refusals.ts";

const ROWS_MAX = 10_000;
const GAP_DAYS_MAX = 7;
const CENTS = { min: 100, max: 1_000_000_000 } as const;
/** Maximum factor between the prices of consecutive days, far above any factor in the series. */
const CHANGE_MAX = 3;
const DAY_MS = 86_400_000;

export interface PricesInUse {
  readonly firstDay: number;
  readonly cents: readonly number[];
  readonly carriedDays: readonly number[];
}

interface Price {
  readonly day: number;
  readonly cents: number;
  readonly usd: string;
}

/**
 * Returns the prices that follow the series in use, and the days among them whose price was filled
 * forward.
 */
export function newPrices(text: string, inUse: PricesInUse, now: Date) {
  const [, ...lines] = text.trimEnd().split(/\r?\n/);
  if (lines.length > ROWS_MAX)
    throw uploadRefusals.history_prices_form({ line: String(ROWS_MAX + 2) });
  const last = inUse.firstDay + inUse.cents.length - 1;
  const cents: number[] = [];
  const carriedDays: number[] = [];
  const today = Math.floor(now.getTime() / DAY_MS);
  let before: Price | undefined;
  for (const [place, line] of lines.entries()) {
    const price = priceOf(line, place, before, inUse.firstDay);
    checkPrice(price, before, today);
    if (price.day === today) continue;
    for (let day = (before?.day ?? price.day - 1) + 1; day <= price.day; day += 1) {
      const isCarried = day < price.day;
      const priceCents = isCarried ? (before ?? price).cents : price.cents;
      if (day > last) {
        cents.push(priceCents);
        if (isCarried) carriedDays.push(day);
      } else if (inUse.cents[day - inUse.firstDay] !== priceCents)
        throw uploadRefusals.history_price_changed({
          day: dayText(day),
          usd: isCarried ? "no price" : price.usd,
        });
    }
    before = price;
  }
  return { cents, carriedDays, lastDay: before?.day ?? inUse.firstDay - 1 };
}

function priceOf(line: string, place: number, before: Price | undefined, firstDay: number): Price {
  const wrong = () => uploadRefusals.history_prices_form({ line: String(place + 2) });
  const [, date, whole, fraction = ""] =
    /^(\d{4}-\d{2}-\d{2}),(\d{1,8})(?:\.(\d{1,2}))?$/.exec(line) ?? [];
  if (date === undefined || whole === undefined) throw wrong();
  let day: number;
  try {
    day = epochDayOf(date);
  } catch {
    throw wrong();
  }
  if (before === undefined ? day !== firstDay : day <= before.day) throw wrong();
  return { day, cents: Number(whole + fraction.padEnd(2, "0")), usd: line.slice(11) };
}

function checkPrice({ day, cents, usd }: Price, before: Price | undefined, today: number): void {
  if (day > today) throw uploadRefusals.history_price_future({ day: dayText(day) });
  if (before !== undefined && day - before.day - 1 > GAP_DAYS_MAX)
    throw uploadRefusals.history_price_gap({
      from: dayText(before.day + 1),
      to: dayText(day - 1),
      days: String(GAP_DAYS_MAX),
    });
  const isInside = cents >= CENTS.min && cents <= CENTS.max;
  const isStep =
    before === undefined ||
    (cents <= before.cents * CHANGE_MAX && cents * CHANGE_MAX >= before.cents);
  if (!isInside || !isStep) throw uploadRefusals.history_price_bounds({ day: dayText(day), usd });
}
