/**
 * Groups all coins in the books by purpose, for a bar that shows whether the promised coins exist.
 */
import type { Treasury } from "./treasury.ts";

export interface Coins {
  /** Users' balances, both available and held. */
  readonly owed: number;
  /** Interest reserved for open positions. */
  readonly reserved: number;
  /** Coins in mining, treasury and fees that must cover sold products. */
  readonly cover: number;
  /** Coins at the Forex desk, in pending faucet grants and from rounding. */
  readonly elsewhere: number;
  /** Coins not needed for any obligation, plus the fund for new interest. */
  readonly free: number;
  /** Coins missing from the cover. */
  readonly missing: number;
}

/** Returns the parts. Without `missing`, their sum equals the total of the books' accounts. */
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
