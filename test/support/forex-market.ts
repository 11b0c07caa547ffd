/** A market of its own on a file's database, by a clock that the test moves. */
import { openForexMarket, type ForexMarket } from "#forex";
import { openMasterKey, type Database } from "#platform";
import { memoryFolder } from "./scratch-folder.ts";

export interface MovedMarket extends ForexMarket {
  /** Sets the clock. */
  moveTo(time: string): void;
  /** The same market as another process would open it. */
  again(): Promise<MovedMarket>;
}

export async function forexMarketAt(
  database: Database,
  time: string,
  dataDir = memoryFolder(),
): Promise<MovedMarket> {
  let now = new Date(time);
  const clock = { now: () => now };
  const market = await openForexMarket({ database, clock, masterKey: openMasterKey(dataDir) });
  return {
    ...market,
    moveTo: (to) => void (now = new Date(to)),
    again: () => forexMarketAt(database, now.toISOString(), dataDir),
  };
}
