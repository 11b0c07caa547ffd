/**
 * Tests the wallet's coins at a proof on a real chain with a real signer: the outputs exist on the
 * node, each signature is verified by an independent checker, and a signer that is away delays the
 * signatures but not the proof.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyNewTransfers, writeVerdict } from "#ledger";
import { openMasterKey, Outage } from "#platform";
import { anonymousIdsSince } from "#users";
import { isSignedBy } from "../../../test/support/chain/message-checker.ts";
import { forexMarketAt, type MovedMarket } from "../../../test/support/money/forex-market.ts";
import { operator } from "../../../test/support/money/operator-products.ts";
import { asSuperuser } from "../../../test/support/servers/database.ts";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import { startInstallation, type Installation } from "../../wallet/testing/installation.ts";
import { isProofDue } from "./proof-worker.ts";
import { takeProof } from "./take-proof.ts";
import { transparencyRoutes } from "../routes.ts";
import { sweepReserves } from "./reserves-table.ts";
import { signNewestReserves } from "./sign-reserves.ts";

const DEPOSIT_SATS = 50_000_000n;
const SITE = "http://floor.test:3000";
const MINUTES_MS = 60_000;
const DAY_MS = 86_400_000;

let installation: Installation;
let market: MovedMarket;
let ann: string;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  ann = await installation.userWith(DEPOSIT_SATS);
  await installation.userWith(DEPOSIT_SATS);
  market = await forexMarketAt(installation.database, new Date().toISOString());
}, 60_000);
afterAll(() => installation.close());

function deps(laterMs = 0) {
  const { database, dataDir, wallet } = installation;
  const clock = { now: () => new Date(Date.now() + laterMs) };
  const masterKey = openMasterKey(dataDir);
  const { signer } = wallet;
  const { treasury } = operator;
  return { database, clock, masterKey, treasury, signer, siteUrl: SITE, network: "regtest" };
}

const routes = (laterMs = 0) =>
  transparencyRoutes({ ...operator, ...deps(laterMs), market, uncountedSince: anonymousIdsSince })(
    installation.database,
  );
const request = { ...plainRequest, caller: undefined };
const page = (laterMs = 0) => routes(laterMs).getTransparency(request);

async function prove(): Promise<string> {
  const { database } = installation;
  await writeVerdict(database, "new", await verifyNewTransfers(database));
  const proof = await takeProof(deps());
  if (!proof) throw new Error("no proof");
  return proof.id;
}

async function readAll(proofId?: string) {
  const { getReserves } = routes();
  const first = await getReserves({ ...request, query: { proofId } });
  const items = [...first.items];
  for (let cursor = first.nextCursor; cursor !== null;) {
    const next = await getReserves({ ...request, query: { proofId, cursor } });
    items.push(...next.items);
    cursor = next.nextCursor;
  }
  return { ...first, items };
}

const sumOf = (items: readonly { readonly sats: bigint }[]) =>
  items.reduce((sum, { sats }) => sum + sats, 0n);

/** Reads the unspent outputs at a height from the node's blocks, without the wallet's tables. */
async function unspentAt(height: number, scripts: ReadonlySet<string>): Promise<string[]> {
  const unspent = new Map<string, string>();
  for (let at = 1; at <= height; at += 1) {
    const hash = (await installation.node.getBlockHash(at)) ?? "";
    const { transactions } = await installation.node.getBlock(hash);
    for (const { txid, inputs, outputs } of transactions) {
      for (const input of inputs) unspent.delete(`${input.txid}:${input.outputIndex}`);
      for (const [vout, { scriptHex, amountSats }] of outputs.entries())
        if (scripts.has(scriptHex)) unspent.set(`${txid}:${vout}`, `${scriptHex} ${amountSats}`);
    }
  }
  return [...unspent].map(([outpoint, coin]) => `${outpoint} ${coin}`).toSorted();
}

test("each hot output exists on the node, and its script is signed for once", async () => {
  const proofId = await prove();
  expect((await readAll()).items.every(({ state }) => state === "not_signed_yet")).toBe(true);
  await signNewestReserves(deps());
  const reserves = await readAll(proofId);
  const { proof, message, items, sums, signedAt, outputs } = reserves;
  expect(message).toBe(
    `Hashfloor (practice) reserves of ${SITE} on regtest, block ${proof.height} ${proof.blockHash}, liabilities ${proof.root}`,
  );
  expect(signedAt).not.toBeNull();
  expect(items.length).toBe(outputs);
  const scripts = new Set(items.map(({ scriptHex }) => scriptHex));
  expect(
    items
      .map(({ txid, vout, scriptHex, sats }) => `${txid}:${vout} ${scriptHex} ${sats}`)
      .toSorted(),
  ).toEqual(await unspentAt(proof.height, scripts));
  expect(sumOf(items)).toBe(sums.hotSats + sums.coldSats);
  for (const { scriptHex, signature, state, signedProofId } of items) {
    expect({ state, signedProofId }).toEqual({ state: "signed", signedProofId: proofId });
    expect(isSignedBy(scriptHex, message ?? "", signature ?? "")).toBe(true);
  }
});

test("coins on their way are lines that add up to the sums", async () => {
  await installation.withdraw(ann, 10_000_000n);
  await installation.send();
  await installation.mine(1);
  const { txid } = await installation.payFromOutside(installation.wallet.treasuryAddress, 5_000n);
  await installation.mine(1);
  await prove();
  const { sums } = await readAll();
  const { items } = await routes().listReserveLines({ ...request, query: {} });
  expect(items).toContainEqual({
    term: "uncredited",
    kind: "deposit",
    txid,
    vout: 0,
    sats: 5_000n,
  });
  expect(items).toContainEqual(expect.objectContaining({ term: "inFlight", kind: "payment" }));
  for (const term of ["inFlight", "outOfChain", "uncredited"] as const)
    expect(sumOf(items.filter((line) => line.term === term))).toBe(sums[`${term}Sats`]);
});

test("a signer that is away delays the signatures, and the verdict is not green", async () => {
  const proofId = await prove();
  const away = { signReserves: () => Promise.reject(new Outage("signer", "it ended")) };
  await signNewestReserves({ ...deps(), signer: away });
  expect(await page(4 * MINUTES_MS)).toMatchObject({
    verdict: "green",
    reserves: { signedAt: null },
  });
  const late = await page(6 * MINUTES_MS);
  expect(late.verdict).toBe("unknown");
  expect(late).toMatchObject({ reserves: { signedHotSats: 0n, proof: { id: proofId } } });
  await signNewestReserves(deps());
  const signed = await page();
  expect(signed.verdict).toBe("green");
  expect(signed.reserves?.signedHotSats).toBe(signed.reserves?.sums.hotSats);
});

test("a killed signer signs the rest after its restart", async () => {
  await prove();
  const pid = installation.wallet.signer.processId();
  if (pid === undefined) throw new Error("no signer");
  const first = signNewestReserves(deps());
  process.kill(pid, "SIGKILL");
  await first;
  await expect
    .poll(async () => {
      await signNewestReserves(deps());
      return (await readAll()).signedAt;
    })
    .not.toBeNull();
  const { items, message } = await readAll();
  expect(items.every((one) => isSignedBy(one.scriptHex, message ?? "", one.signature ?? ""))).toBe(
    true,
  );
});

test("two processes that sign at once store each signature once", async () => {
  await prove();
  await Promise.all([signNewestReserves(deps()), signNewestReserves(deps())]);
  const { items, hotScripts } = await readAll();
  expect(new Set(items.map(({ signature }) => signature)).size).toBe(hotScripts);
});

test.each([
  "update transparency_reserves set hot_sats = hot_sats + 1, booked_sats = booked_sats + 1",
  "delete from transparency_reserves",
  "update transparency_outputs set sats = sats + 1",
  "update transparency_signatures set signature = ''",
  "delete from transparency_signed_proofs",
])("the owner of the database is refused: %s", async (sql) => {
  await expect(
    asSuperuser(installation.database, (superuser) => superuser.query(sql)),
  ).rejects.toMatchObject({ code: "HF001" });
});

test("a proof is due after a day, or when a reorg removes its block", async () => {
  await prove();
  const due = (laterMs: number) => {
    const { database, clock } = deps(laterMs);
    return isProofDue(database, clock.now());
  };
  expect(await due(DAY_MS - MINUTES_MS)).toBe(false);
  expect(await due(DAY_MS)).toBe(true);
  await installation.reorg(1);
  expect(await due(0)).toBe(true);
  await prove();
  await signNewestReserves(deps());
  expect(await due(0)).toBe(false);
});

test("unknown proofs and cursors are refused", async () => {
  const { getReserves, listReserveLines } = routes();
  for (const read of [getReserves, listReserveLines]) {
    await expect(read({ ...request, query: { proofId: "prf_none" } })).rejects.toMatchObject({
      code: "reserves_unknown",
    });
    for (const cursor of ["x", "1; drop table", "-2", `${"a".repeat(64)}.-1`])
      await expect(read({ ...request, query: { cursor } })).rejects.toMatchObject({
        code: "invalid_reserves_cursor",
      });
  }
});

test("outputs older than 35 days are deleted, and the sums stay", async () => {
  const before = await readAll();
  await sweepReserves(installation.database, new Date(Date.now() + 1_000));
  expect(await readAll()).toEqual({ ...before, items: [] });
  expect(await page()).toMatchObject({ reserves: { sums: before.sums } });
});
