/**
 * What a block gives at first, and the days on which that was halved. The day of a halving counts
 * with the new subsidy already: the old one would be paid for the lesser part of most of them.
 */
import { epochDayOf } from "./day.ts";

/** Height of the next one; its day is not known yet, so no series reaches it. */
export const NEXT_HALVING_HEIGHT = 1_050_000;

export const HALVINGS: readonly { readonly day: number; readonly sats: number }[] = [
  { day: epochDayOf("2012-11-28"), sats: 2_500_000_000 },
  { day: epochDayOf("2016-07-09"), sats: 1_250_000_000 },
  { day: epochDayOf("2020-05-11"), sats: 625_000_000 },
  { day: epochDayOf("2024-04-20"), sats: 312_500_000 },
];

/** Throws RangeError for a day before the first of them, which no series has. */
export function subsidySatsOn(day: number): number {
  const halving = HALVINGS.findLast((one) => one.day <= day);
  if (halving === undefined) throw new RangeError("the day is before the series");
  return halving.sats;
}
