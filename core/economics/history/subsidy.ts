/**
 * The initial block subsidy and the halving days. The new subsidy applies to the whole day of a
 * halving.
 */
import { epochDayOf } from "./day.ts";

/** Height of the next halving. Its day is unknown, so a series must end before it. */
export const NEXT_HALVING_HEIGHT = 1_050_000;

export const HALVINGS: readonly { readonly day: number; readonly sats: number }[] = [
  { day: epochDayOf("2012-11-28"), sats: 2_500_000_000 },
  { day: epochDayOf("2016-07-09"), sats: 1_250_000_000 },
  { day: epochDayOf("2020-05-11"), sats: 625_000_000 },
  { day: epochDayOf("2024-04-20"), sats: 312_500_000 },
];

/**
 * Returns a day's block subsidy. Throws a RangeError for a day before the first subsidy, which no
 * series contains.
 */
export function subsidySatsOn(day: number): number {
  const halving = HALVINGS.findLast((one) => one.day <= day);
  if (halving === undefined) throw new RangeError("the day is before the first subsidy");
  return halving.sats;
}
