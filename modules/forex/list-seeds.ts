/** Lists the commitments of the practice market, and the seeds of the days that are over. */
import { dateText, dayAt, newYorkClose } from "#market";
import { daysBefore, daysFrom } from "./days/days-table.ts";
import type { ForexMarket } from "./market.ts";

export interface MarketSeed {
  readonly date: string;
  readonly commitment: string;
  /** The seed in hex. Null until the day is over. */
  readonly seed: string | null;
}

/** More than the days whose commitments are published in advance. */
const DAYS = 35;

/** Returns the last 35 days that have begun, today, and all future days with a commitment. */
export async function listMarketSeeds({
  database,
  clock,
  days,
}: Pick<ForexMarket, "clock" | "database" | "days">): Promise<MarketSeed[]> {
  const nowMs = clock.now().getTime();
  const today = dayAt(nowMs);
  const rows = [
    ...(await daysBefore(database, today, DAYS)).toReversed(),
    ...(await daysFrom(database, today, DAYS)),
  ];
  return rows.map(({ day, commitment, beginning }) => ({
    date: dateText(day),
    commitment,
    seed:
      beginning && nowMs >= newYorkClose(day)
        ? Buffer.from(days.seedOf(day)).toString("hex")
        : null,
  }));
}
