/**
 * Tests a node that accepts a payment but is killed before relaying it and therefore forgets it.
 * The sender must soon send the same bytes again.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openNode, type BitcoinNode } from "#bitcoin";
import { silentLog } from "#platform";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { startNodeProxy, type Fate, type NodeProxy } from "../testing/node-proxy.ts";

const AMOUNT_SATS = 200_000n;

let installation: Installation;
let proxy: NodeProxy;
let remote: BitcoinNode;
let fate: Fate = "answered";

beforeAll(async () => {
  installation = await startInstallation({
    async through(node) {
      proxy = await startNodeProxy(node, () => fate);
      const options = { dataDir: "", network: "regtest", log: silentLog } as const;
      remote = await openNode({ ...options, rpcUrl: proxy.url });
      return remote;
    },
  });
}, 60_000);
afterAll(async () => {
  await remote.stop();
  await proxy.close();
  await installation.close();
});

interface Waiting {
  readonly state: string;
  readonly waitSeconds: number;
}

/** Returns the time until the payment is sent again. */
async function waiting(): Promise<Waiting | undefined> {
  const [row] = await installation.database.query<Waiting>(
    `select state, extract(epoch from next_send_at - now())::float8 as "waitSeconds" from wallet_withdrawals`,
  );
  return row;
}

test("a payment never seen in the mempool is sent again within seconds", async () => {
  await installation.mine(13);
  const userId = await installation.userWith(AMOUNT_SATS);
  await installation.withdraw(userId, AMOUNT_SATS);

  fate = "answered, then forgotten";
  await installation.send();
  await installation.watch();
  const forgotten = await waiting();
  expect(forgotten?.state).toBe("broadcast");
  expect(forgotten?.waitSeconds).toBeLessThan(10);

  fate = "answered";
  await installation.database.query("update wallet_withdrawals set next_send_at = now()");
  await installation.send();
  await installation.watch();
  const payment = await waiting();
  expect(payment?.state).toBe("in_mempool");
  expect(payment?.waitSeconds).toBeGreaterThan(300);

  await installation.mine(6);
  expect(await waiting()).toMatchObject({ state: "completed" });
});
