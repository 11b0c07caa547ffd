/**
 * Tests the parts of the coin bar. Each coin in the books appears once, and missing coins are
 * added.
 */
import { expect, test } from "vitest";
import { coinsOf } from "./coins.ts";
import type { Treasury } from "./treasury.ts";

const line = (name: string, credits: number) => ({ name, asset: "BTC", credits, debits: 0 });

/**
 * Returns a treasury in which users own 110 coins, the reserve holds 5, the interest fund 20 and
 * the Forex desk 7.
 */
function treasury(fundsSats: number, marginSats: number): Treasury {
  const classes = [line("users:available", 100), line("users:held", 10), line("house:forex", 7)];
  const credits = 110 + 7 + 5 + 20 + fundsSats;
  return {
    trialBalance: { classes, assets: [{ asset: "BTC", credits, debits: credits }] },
    reserve: { lockedSats: 5, freeSats: 20 },
    cover: { fundsSats, marginSats },
  } as unknown as Treasury;
}

test.each([
  // 40 of 300 available coins are needed as cover. The other 260 coins and the fund are free.
  [300, 260, { cover: 40, free: 280, missing: 0 }],
  // Nothing was sold.
  [300, 300, { cover: 0, free: 320, missing: 0 }],
  // 50 coins are missing. Therefore, all available coins are needed as cover, and only the fund is
  // free.
  [300, -50, { cover: 300, free: 20, missing: 50 }],
])(
  "%i available coins with a margin of %i are divided into the expected parts",
  (funds, margin, parts) => {
    const coins = coinsOf(treasury(funds, margin));
    expect(coins).toEqual({ owed: 110, reserved: 5, elsewhere: 7, ...parts });
    const { missing: _, ...there } = coins;
    expect(Object.values(there).reduce((sum, part) => sum + part, 0)).toBe(142 + funds);
  },
);
