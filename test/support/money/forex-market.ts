/** Opens a separate market in a test file's database, with a clock that the test moves. */
import { openForexMarket, type ForexMarket } from "#forex";
import { openMasterKey, silentLog, type Database } from "#platform";
import { memoryFolder } from "../servers/scratch-folder.ts";

export interface MovedMarket extends ForexMarket {
  moveTo(time: string): void;
  /** Opens the same market again, as a second process would. */
  again(): Promise<MovedMarket>;
}

interface Beginning {
  readonly dataDir?: string;
  /** The root from which all seeds are derived. It is fixed, so every run has the same prices. */
  readonly root?: Buffer;
  /** The OANDA account whose prices replace the practice market's. */
  readonly oanda?: Parameters<typeof openForexMarket>[0]["oandaAccount"];
}

export async function forexMarketAt(
  database: Database,
  time: string,
  { dataDir = memoryFolder(), root, oanda }: Beginning = {},
): Promise<MovedMarket> {
  let now = new Date(time);
  const clock = { now: () => now };
  if (root) await giveRoot(database, dataDir, root);
  const market = await openForexMarket({
    database,
    clock,
    log: silentLog,
    masterKey: openMasterKey(dataDir),
    oandaAccount: oanda,
  });
  return {
    ...market,
    moveTo: (to) => void (now = new Date(to)),
    again: () => forexMarketAt(database, now.toISOString(), { dataDir }),
  };
}

async function giveRoot(database: Database, dataDir: string, root: Buffer): Promise<void> {
  const place = { table: "forex_roots", row: "1", column: "sealed" };
  await database.query("insert into forex_roots (id, sealed, made_at) values (1, $1, now())", [
    openMasterKey(dataDir).seal(root, place),
  ]);
}
