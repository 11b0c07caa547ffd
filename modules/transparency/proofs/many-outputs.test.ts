/**
 * Tests that a proof with 20,000 outputs, each with its own script, does not block requests, and
 * that a process killed while they are signed leaves a state that the next process continues.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyNewTransfers, writeVerdict } from "#ledger";
import { openMasterKey } from "#platform";
import { operator } from "../../../test/support/money/operator-products.ts";
import { joinedProgram } from "../../../test/support/servers/joined-programs.ts";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import { RESERVES_BATCH_MAX } from "../../wallet/signer/sign-reserves.ts";
import type { Signer } from "../../wallet/signer/start-signer.ts";
import { startInstallation, type Installation } from "../../wallet/testing/installation.ts";
import { takeProof } from "./take-proof.ts";
import { plantedScript } from "../testing/planted-script.ts";
import { reservesRoutes } from "./reserves-routes.ts";
import { signNewestReserves } from "./sign-reserves.ts";

const OUTPUTS = 20_000;
/** Other processes of a test run also delay the event loop. */
const HELD_MS_MAX = 150;
const RESOLUTION_MS = 5;

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  await installation.userWith(1_000_000n);
  const { database } = installation;
  // Outputs of zero satoshis change no sum.
  await database.query(
    `insert into wallet_addresses (branch, index, script_hex, address, purpose, created_at)
     select 9, n, '0014' || lpad(to_hex(n), 40, '0'), 'planted ' || n, 'change', now() from generate_series(1, $1::int) n`,
    [OUTPUTS],
  );
  await database.query(
    `insert into wallet_coins (txid, vout, script_hex, amount_sats, is_coinbase, is_change, height)
     select lpad(to_hex(n), 64, '0'), 0, '0014' || lpad(to_hex(n), 40, '0'), 0, false, true, 1 from generate_series(1, $1::int) n`,
    [OUTPUTS],
  );
  await writeVerdict(database, "new", await verifyNewTransfers(database));
}, 60_000);
afterAll(() => installation.close());

const clock = { now: () => new Date() };

/** Signs planted scripts, whose keys do not exist. The real signer runs in another process. */
const planted: Pick<Signer, "signReserves"> = {
  signReserves: ({ places }) =>
    Promise.resolve({
      signatures: places.map(({ branch, index }) => ({
        scriptHex:
          branch === 9
            ? plantedScript(index)
            : installation.wallet.account.derive(branch, index).scriptHex,
        signature: "AA==",
      })),
    }),
};

async function longestMs(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  await work();
  await new Promise((resolve) => setTimeout(resolve, 2 * RESOLUTION_MS));
  delay.disable();
  return delay.max / 1e6;
}

async function readAll() {
  const { getReserves } = reservesRoutes(installation.database);
  const items = [];
  let cursor: string | undefined;
  let signedAt: Date | null;
  do {
    const page = await getReserves({ ...plainRequest, caller: undefined, query: { cursor } });
    items.push(...page.items);
    ({ signedAt } = page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { items, signedAt };
}

/** Runs a program until it is killed at the failpoint. Returns the signal. */
async function killedAt(
  failpoint: string,
  program: "run-proof" | "run-signing",
  words: readonly string[],
): Promise<NodeJS.Signals | null> {
  const child = fork(joinedProgram(`modules/transparency/testing/${program}.ts`), words, {
    execArgv: [],
    env: { ...process.env, FAILPOINTS: `transparency.${failpoint}`, NODE_NO_WARNINGS: "1" },
  });
  const [, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return signal;
}

test("a process killed while it stores a proof publishes no half of it", async () => {
  const { applicationUrl, dataDir, database } = installation;
  expect(await killedAt("proof-half-written", "run-proof", [applicationUrl, dataDir])).toBe(
    "SIGKILL",
  );
  for (const table of ["proofs", "nodes", "leaves", "reserves", "outputs", "lines"])
    expect(await database.query(`select from transparency_${table} limit 1`)).toEqual([]);
  await expect(readAll()).rejects.toMatchObject({ code: "reserves_unknown" });
});

test("neither the proof nor its signatures nor its list block the event loop", async () => {
  const { database, dataDir } = installation;
  const { treasury } = operator;
  const masterKey = openMasterKey(dataDir);
  const deps = { database, clock, masterKey, treasury, siteUrl: "http://floor.test" };
  const held = await longestMs(async () => void (await takeProof({ ...deps, network: "regtest" })));
  expect(held).toBeLessThan(HELD_MS_MAX);
});

test("a process killed while it signs leaves whole batches, and the next one continues", async () => {
  const { applicationUrl, database } = installation;
  const signal = await killedAt("reserves-half-signed", "run-signing", [applicationUrl]);
  expect(signal).toBe("SIGKILL");
  const half = await readAll();
  const signed = half.items.filter(({ signature }) => signature !== null);
  expect(signed.length).toBeGreaterThanOrEqual(RESERVES_BATCH_MAX);
  expect(signed.length).toBeLessThan(OUTPUTS);
  expect(half.signedAt).toBeNull();
  const held = await longestMs(() => signNewestReserves({ database, clock, signer: planted }));
  expect(held).toBeLessThan(HELD_MS_MAX);
  let whole: Awaited<ReturnType<typeof readAll>> | undefined;
  expect(await longestMs(async () => void (whole = await readAll()))).toBeLessThan(HELD_MS_MAX);
  expect(whole?.signedAt).not.toBeNull();
  expect(whole?.items.filter(({ signature }) => signature === null)).toEqual([]);
  expect(whole?.items.length).toBeGreaterThan(OUTPUTS);
  // Signatures of the killed process are kept.
  const signatureOf = new Map(whole?.items.map(({ txid, signature }) => [txid, signature]));
  for (const { txid, signature } of signed) expect(signatureOf.get(txid)).toBe(signature);
});
