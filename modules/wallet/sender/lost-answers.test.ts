/**
 * Tests a node whose response is lost after it accepted a payment. The sender must send the same
 * bytes again, and each withdrawal must be paid once.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openNode, type BitcoinNode } from "#bitcoin";
import { balancesOf, verifyLedger } from "#ledger";
import { silentLog } from "#platform";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { createScanner } from "../testing/fresh-scan.ts";
import { startNodeProxy, type Fate, type NodeProxy } from "../testing/node-proxy.ts";
import { seeded } from "../testing/seeded.ts";
import { makeAllDue } from "../withdrawals/withdrawal-queues.ts";

const WITHDRAWALS = 20;
const AMOUNT_SATS = 200_000n;

let installation: Installation;
let proxy: NodeProxy;
let remote: BitcoinNode;
let answered = 0;
let lost = 0;

beforeAll(async () => {
  const random = seeded(7);
  const fateOf = (): Fate => {
    const fate = random.pick(["answered", "forwarded, answer lost", "lost"] as const);
    if (fate === "answered") answered += 1;
    else lost += 1;
    return fate;
  };
  installation = await startInstallation({
    async through(node) {
      proxy = await startNodeProxy(node, fateOf);
      remote = await openNode({
        dataDir: "",
        network: "regtest",
        rpcUrl: proxy.url,
        log: silentLog,
      });
      return remote;
    },
  });
}, 60_000);
afterAll(async () => {
  await remote.stop();
  await proxy.close();
  await installation.close();
});

test("each withdrawal is paid once although the node's responses are lost", async () => {
  await installation.mine(13);
  const userId = await installation.userWith(AMOUNT_SATS * BigInt(WITHDRAWALS));
  for (let block = 0; block < 20; block += 1) {
    // Two withdrawals share each transaction.
    if (block < WITHDRAWALS / 2) {
      await installation.withdraw(userId, AMOUNT_SATS);
      await installation.withdraw(userId, AMOUNT_SATS);
    }
    await installation.send();
    await makeAllDue(installation.database, new Date());
    await installation.mine(1);
  }
  const states = await installation.database.query<{ state: string; count: bigint }>(
    "select state, count(*) as count from wallet_withdrawals group by state",
  );
  expect(states).toEqual([{ state: "completed", count: BigInt(WITHDRAWALS) }]);
  const scan = await createScanner(installation.node)((scriptHex) =>
    scriptHex === installation.outside.scriptHex
      ? { userId: "outside", isChange: false }
      : undefined,
  );
  const payouts = scan.deposits.filter(({ amountSats }) => amountSats === AMOUNT_SATS - 10_000n);
  expect(payouts).toHaveLength(WITHDRAWALS);
  expect(await balancesOf(installation.database, userId)).toMatchObject({
    availableSats: 0n,
    heldSats: 0n,
  });
  expect(await verifyLedger(installation.database)).toEqual([]);
  expect(lost).toBeGreaterThan(answered / 2);
});
