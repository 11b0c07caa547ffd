/** Tests a wallet with more coins than the coin selection of one payment may read. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { COIN_AGES } from "../chain/chain-rules.ts";
import { lockCursor } from "../chain/chain-table.ts";
import { listReservedCoins, lockCandidates } from "../chain/coins-table.ts";
import { COINS_MAX } from "../coins/choose-coins.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";

const COINS = 2_000;
const STEP_SATS = 7n;

let installation: Installation;
let userId: string;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  userId = await installation.userWith(10_000_000n);
  await installation.database.query(
    `insert into wallet_coins (txid, vout, script_hex, amount_sats, is_coinbase, is_change, height)
     select lpad(to_hex(n), 64, '0'), 0, (select script_hex from wallet_addresses where purpose = 'treasury'),
       1000 + n * $2::bigint, false, true, 1 from generate_series(1, $1::int) n`,
    [COINS, STEP_SATS],
  );
}, 60_000);
afterAll(() => installation.close());

test("the smallest sufficient coin is found although few coins are read", async () => {
  const amountsSats = [11_000n, 5_000n];
  const candidates = await installation.database.transaction(async (tx) =>
    lockCandidates(
      tx,
      { tip: await lockCursor(tx), ages: COIN_AGES.settled },
      { coinsMax: COINS_MAX, amountsSats },
    ),
  );
  expect(candidates.length).toBeLessThan(COINS_MAX + 20);
  for (const amountSats of amountsSats)
    expect(candidates.some((coin) => coin.amountSats - amountSats < STEP_SATS)).toBe(true);

  const { id } = await installation.withdraw(userId, 21_000n);
  await installation.send();
  const [coin, ...more] = await listReservedCoins(installation.database, id);
  expect(more).toEqual([]);
  // The recipient gets 11,000 sats, and 110 virtual bytes cost 220 sats at 2 sat/vB.
  expect(coin?.amountSats).toBe(11_220n);
});
