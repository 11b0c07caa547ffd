/**
 * All coins in the books by what they are for, so that one bar shows whether what was promised is
 * there. Pure.
 */
import type { Treasury } from "./treasury.ts";

export interface Coins {
  /** Users' balances, available and held. */
  readonly owed: number;
  /** Interest that lies in the reserve for positions. */
  readonly reserved: number;
  /** What of mining, treasury and fees has to stay for what was sold. */
  readonly cover: number;
  /** At the Forex desk, on their way as grants, of rounding. */
  readonly elsewhere: number;
  /** What no promise needs, and the fund for new interest. */
  readonly free: number;
  /** What the cover would need beyond all that is there. */
  readonly missing: number;
}

/** All parts but `missing` together are what the books' accounts hold. */
export function coinsOf({ trialBalance, reserve, cover }: Treasury): Coins {
  const inBooks = trialBalance.assets.find(({ asset }) => asset === "BTC")?.credits ?? 0;
  const owed = trialBalance.classes
    .filter(({ name, asset }) => asset === "BTC" && name.startsWith("users:"))
    .reduce((sum, { credits }) => sum + credits, 0);
  const funds = Math.max(0, cover.fundsSats);
  const spare = Math.min(funds, Math.max(0, cover.marginSats));
  const reserved = Math.max(0, reserve.lockedSats);
  const fund = Math.max(0, reserve.freeSats);
  return {
    owed,
    reserved,
    cover: funds - spare,
    elsewhere: Math.max(0, inBooks - owed - reserved - funds - fund),
    free: spare + fund,
    missing: Math.max(0, -cover.marginSats),
  };
}
