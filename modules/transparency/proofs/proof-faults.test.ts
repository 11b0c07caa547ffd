/**
 * Tests proofs of liabilities under faults: a second process, a clock that jumps, an overflow, a
 * node that is away, and users who are anonymous.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyNewTransfers, writeVerdict } from "#ledger";
import { createBus, openMasterKey, silentLog } from "#platform";
import { chainStatus, coinsAndBooks, explainedSats } from "#wallet";
import { operator } from "../../../test/support/money/operator-products.ts";
import { eventually } from "../../../test/support/people/person.ts";
import { behindTheGuard } from "../../../test/support/servers/without-triggers.ts";
import { createAnonymousUser } from "../../users/people/create-user.ts";
import { currentDepositAddress } from "../../wallet/deposits/deposit-address.ts";
import { startInstallation, type Installation } from "../../wallet/testing/installation.ts";
import { startProofWorker, takeDueProof } from "./proof-worker.ts";
import { findOwnLeaves, listProofs } from "./proofs-table.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEPOSIT_SATS = 50_000_000n;

let installation: Installation;
let userId: string;
let anonymousId: string;

beforeAll(async () => {
  installation = await startInstallation();
  const { database, wallet } = installation;
  await installation.mine(13);
  const { id } = await database.transaction((tx) =>
    createAnonymousUser(tx, { metadata: {}, now: new Date() }),
  );
  anonymousId = id;
  const { address } = await currentDepositAddress(wallet, { userId: anonymousId });
  await installation.payFromOutside(address, DEPOSIT_SATS);
  userId = await installation.userWith(DEPOSIT_SATS);
  await writeVerdict(database, "new", await verifyNewTransfers(database));
}, 60_000);
afterAll(() => installation.close());

function depsAt(now: Date | undefined) {
  const { database, dataDir, wallet } = installation;
  const clock = now && { now: () => now };
  return {
    database,
    signer: wallet.signer,
    siteUrl: "http://floor.test",
    network: "regtest" as const,
    masterKey: openMasterKey(dataDir),
    treasury: operator.treasury,
    payGate: { checkedClock: async () => clock },
  };
}

const takeAt = (atMs: number) => takeDueProof(depsAt(new Date(atMs)));
const count = async () => (await listProofs(installation.database, { limit: 100 })).length;

test("two processes take one proof, and an anonymous user has leaves in it", async () => {
  const start = () => startProofWorker({ ...depsAt(new Date()), bus: createBus(), log: silentLog });
  const workers = [start(), start(), start()];
  await eventually("a proof is taken", count, (proofs) => proofs > 0);
  await Promise.all(workers.map((worker) => worker.stop()));
  const { database } = installation;
  const [proof, ...others] = await listProofs(database, { limit: 10 });
  expect(others).toEqual([]);
  for (const id of [userId, anonymousId]) {
    const own = await findOwnLeaves(database, proof?.id ?? "", id);
    expect(own?.sats.reduce((sum, sats) => sum + sats, 0n)).toBe(DEPOSIT_SATS);
  }
});

test("a clock that jumps a day ahead leads to one proof, and a doubted clock to none", async () => {
  const firstMs = Date.now();
  expect(await takeDueProof(depsAt(undefined))).toBeUndefined();
  expect(await takeAt(firstMs + 23 * HOUR_MS)).toBeUndefined();
  expect(await takeAt(firstMs + DAY_MS)).toBeDefined();
  expect(await takeAt(firstMs + DAY_MS + HOUR_MS)).toBeUndefined();
});

test.each([10, 49])("a clock set back %i hours leads to one proof a day", async (hours) => {
  const [newest] = await listProofs(installation.database, { limit: 1 });
  // All earlier proofs are in the future from here.
  const backMs = Math.min(Date.now(), newest?.takenAt.getTime() ?? 0) - hours * HOUR_MS;
  expect(await takeAt(backMs)).toBeDefined();
  expect(await takeAt(backMs + 60_000)).toBeUndefined();
  expect(await takeAt(backMs + 5 * HOUR_MS)).toBeUndefined();
});

test("without the node, a proof names the last block that the wallet has read", async () => {
  const { database, node } = installation;
  const before = await chainStatus(database);
  await node.generateToAddress(1, installation.wallet.treasuryAddress);
  const proof = await takeAt(Date.now() + 3 * DAY_MS);
  expect(proof).toMatchObject({ height: before?.height, blockHash: before?.hash });
  expect(await node.getBlockCount()).toBe((before?.height ?? 0) + 1);
});

test("amounts that sum to 2^63 are refused, and no part of a proof is stored", async () => {
  const { database } = installation;
  const before = await count();
  const nodes = "select count(*)::int as count from transparency_nodes";
  const nodesBefore = await database.query(nodes);
  const most = 2n ** 62n;
  const accounts = [userId, anonymousId].map((id) => `user:${id}:available:BTC`);
  await behindTheGuard(
    database,
    "update ledger_accounts set balance = case when name = 'chain' then -$1::bigint * 2 else $1 end where name = any($2)",
    [most, [...accounts, "chain"]],
  );
  const coins = await database.transaction(coinsAndBooks);
  await behindTheGuard(
    database,
    `update wallet_coins set amount_sats = amount_sats + $1
     where (txid, vout) in (select txid, vout from wallet_coins where spent_txid is null order by amount_sats limit 1)`,
    [coins.bookedSats - explainedSats(coins)],
  );
  await expect(takeAt(Date.now() + 9 * DAY_MS)).rejects.toThrow(/out of range|below 2\^63/);
  expect(await count()).toBe(before);
  expect(await database.query(nodes)).toEqual(nodesBefore);
});
