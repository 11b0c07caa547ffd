/**
 * Tests that the keys of a backup and a node suffice to find every coin and move it to another
 * wallet. The result must match an independent scan of the chain.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { length, newestSeed } from "../../../test/support/seeds.ts";
import { CHANGE, cacheDerivations, RECEIVE, TREASURY_INDEX } from "../chain/account.ts";
import { createScanner } from "../testing/fresh-scan.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { seeded } from "../testing/seeded.ts";
import { openCopiedKeys, readKeys, type CopiedKeys } from "./copied-keys.ts";
import { findCoins } from "./find-coins.ts";
import { isSpendable, sweepCoins } from "./sweep-coins.ts";

const DEPOSITS = length(12, 1_000);
const TOGETHER = 6;
const GAP_MAX = 12;
/**
 * A full-length run searches as far ahead as the command does. A short run searches less far, so
 * that the chain is read several times.
 */
const AHEAD = length(GAP_MAX, 2_000);
const FEE_RATE_SATS_PER_KVB = 2_000n;

let installation: Installation;
/** Keys from a backup made before any payment. */
let keys: CopiedKeys;

beforeAll(async () => {
  installation = await startInstallation({ minedTo: "outside" });
  keys = await readKeys(installation.database, "regtest");
});
afterAll(() => installation.close());

test.for(newestSeed)(
  "all coins of seed %i are found and moved",
  { timeout: 900_000 },
  async (seed) => {
    const random = seeded(seed);
    const { node, wallet, dataDir, outside } = installation;
    await node.generateToAddress(3, wallet.treasuryAddress);
    const userId = await installation.userWith(50_000_000n);
    const depositIndexes: number[] = [];
    for (let index = 2; depositIndexes.length < DEPOSITS; index += random.between(1, GAP_MAX))
      depositIndexes.push(index);
    // The last addresses are paid first, so that one pass over the chain does not find all coins.
    const paid = depositIndexes.toReversed().map((index) => wallet.account.derive(RECEIVE, index));
    for (let from = 0; from < paid.length; from += TOGETHER) {
      const outputs = paid.slice(from, from + TOGETHER).map(({ address }) => ({
        address,
        amountSats: BigInt(random.between(1_000, 1_000_000)),
      }));
      await node.sendRawTransaction(outside.pay(outputs, { feeSats: 5_000n }).rawHex);
      await node.generateToAddress(1, outside.address);
    }
    await installation.mine(1);
    await installation.withdraw(userId, 10_000_000n);
    await installation.send();
    await installation.mine(1);

    const own = new Set(paid.map(({ scriptHex }) => scriptHex));
    for (let index = TREASURY_INDEX; index < GAP_MAX; index += 1)
      for (const branch of [RECEIVE, CHANGE] as const)
        own.add(wallet.account.derive(branch, index).scriptHex);
    const { unspent } = await createScanner(node)((scriptHex) =>
      own.has(scriptHex) ? { userId: undefined, isChange: false } : undefined,
    );
    const signerKey = readFileSync(join(dataDir, "signer-key"));
    const account = openCopiedKeys(keys, { network: "regtest", signerKey });
    const derive = cacheDerivations(account.derive);
    const search = { account: { derive }, node, ...keys, ahead: AHEAD };
    const scan = await findCoins(search);
    expect(
      new Map(scan.coins.map((coin) => [`${coin.txid}:${coin.vout}`, coin.amountSats])),
    ).toEqual(unspent);
    expect(scan.coins.length).toBeGreaterThan(DEPOSITS);

    const waiting = await installation.payFromOutside(paid[0]?.address ?? "", 70_000n);
    const withWaiting = await findCoins(search);
    expect(withWaiting.coins.filter(({ height }) => height === null)).toMatchObject([
      { txid: waiting.txid, amountSats: 70_000n },
    ]);

    const movable = withWaiting.coins.filter((coin) => isSpendable(coin, scan.tipHeight));
    const plan = { account, scan: withWaiting, feeRateSatsPerKvb: FEE_RATE_SATS_PER_KVB };
    const sweeps = await sweepCoins({ ...plan, address: outside.address });
    const movedSats = sweeps.reduce((sum, one) => sum + one.amountSats + one.minerFeeSats, 0n);
    expect(movedSats).toBe(movable.reduce((sum, { amountSats }) => sum + amountSats, 0n));
    for (const { rawHex, txid } of sweeps) expect(await node.sendRawTransaction(rawHex)).toBe(txid);
    await node.generateToAddress(1, outside.address);
    const rest = await findCoins(search);
    const isLeft = (coin: { isCoinbase: boolean; txid: string }): boolean =>
      coin.isCoinbase || coin.txid === waiting.txid;
    expect(rest.coins.filter((coin) => !isLeft(coin))).toEqual([]);
  },
);

test("keys of another installation and addresses of another network are refused", async () => {
  const network = "regtest";
  expect(() => openCopiedKeys(keys, { network, signerKey: Buffer.alloc(32) })).toThrow(
    "This signer-key did not seal",
  );
  const signerKey = readFileSync(join(installation.dataDir, "signer-key"));
  const account = openCopiedKeys(keys, { network, signerKey });
  const scan = { tipHeight: 1, coins: [] };
  const plan = { account, scan, feeRateSatsPerKvb: FEE_RATE_SATS_PER_KVB };
  const address = "tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl";
  await expect(sweepCoins({ ...plan, address })).rejects.toThrow("signet");
  expect(await sweepCoins({ ...plan, address: installation.outside.address })).toEqual([]);
});
