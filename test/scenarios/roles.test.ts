/**
 * Tests the product as one process per role: two web servers, one worker and one pool. A web server
 * must start no child process, and must stop without losing a request or a stream.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#ledger";
import { getCoins, outsideAddress, requestWithdrawal } from "../support/people/main-job.ts";
import { eventually, signIn, signUp } from "../support/people/person.ts";
import { childOf, childrenOf } from "../support/servers/processes.ts";
import type { RunningServer } from "../support/servers/server.ts";
import { severalServers, type SeveralServers } from "../support/servers/several-servers.ts";
import { listenTo } from "../support/servers/stream-listener.ts";

const GOING_AWAY = 1001;
let servers: SeveralServers;
let work: RunningServer;
let web: RunningServer;
let goingWeb: RunningServer;
let pool: RunningServer;

beforeAll(async () => {
  servers = await severalServers({ SITE_URL: "http://floor.example", BLOCK_SECONDS: "0.2" });
  work = await servers.start({ only: "work" });
  [web, goingWeb, pool] = await Promise.all([
    servers.start({ only: "web" }),
    servers.start({ only: "web", env: { STOP_WAIT_SECONDS: "5" } }),
    servers.start({ only: "pool" }),
  ]);
});
afterAll(() => servers.stop());

test("each role starts only its own child processes", () => {
  expect(childrenOf(web.pid)).toEqual([]);
  expect(childrenOf(work.pid)).toEqual([childOf(work.pid, "signer")]);
  expect(childrenOf(pool.pid)).toEqual([childOf(pool.pid, "pool")]);
});

test("work and pool processes serve health and metrics but no pages", async () => {
  for (const { url } of [work, pool]) {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/metrics`)).status).toBe(200);
    expect((await fetch(`${url}/`)).status).toBe(404);
  }
  const { checks } = (await (await fetch(`${work.url}/readyz`)).json()) as {
    checks: Record<string, { state: string }>;
  };
  expect(checks["pool"]?.state).toBe("not monitored");
});

test("only the work process takes proofs of liabilities", async () => {
  const runsProver = async ({ url }: RunningServer) =>
    (await (await fetch(`${url}/metrics`)).text()).includes('worker="liability-prover"');
  expect(await Promise.all([work, web, pool].map(runsProver))).toEqual([true, false, false]);
});

test("a deposit and a withdrawal pass through the web and work processes", async () => {
  const person = await signUp(web.url, "Spread");
  await getCoins(person);
  const { id } = await requestWithdrawal(person, 1_000_000, outsideAddress(), randomUUID());
  const sent = await eventually(
    "it is sent",
    () => person.call("getWithdrawal", { params: { withdrawalId: id } }),
    ({ txid }) => txid !== null,
  );
  expect(sent.txid).toMatch(/^[0-9a-f]{64}$/);
});

test("a page shows the address of a pool that runs in another process", async () => {
  const person = await signUp(web.url, "Miner");
  await eventually(
    "the pool is known",
    () => person.call("getPool"),
    ({ address }) => address !== null,
  );
  const [row] = await servers.database.query<{ port: number }>("select port from pool_instances");
  expect((await person.call("getPool")).address).toMatchObject({ port: row?.port, tlsPort: null });
});

test("a stopping web server makes its streams reconnect and loses no request", async () => {
  const person = await signUp(goingWeb.url, "Moved");
  const listener = await listenTo(goingWeb, person);
  process.kill(goingWeb.pid, "SIGTERM");
  const ready = () => fetch(`${goingWeb.url}/readyz`);
  await expect.poll(async () => (await ready()).status).toBe(503);
  expect((await ready()).headers.get("connection")).toBe("close");
  expect(await person.call("getWallet")).toMatchObject({ heldSats: 0 });
  expect(await listener.closed).toBe(GOING_AWAY);
  expect(listener.received.at(-1)).toEqual({ type: "reconnect", withinMs: 250 });
  const there = await signIn(web.url, person.email, person.password);
  (await listenTo(web, there)).hangUp();
  expect(await goingWeb.exited).toBe(0);
  expect(goingWeb.output()).not.toContain("did not stop cleanly");
});

test("the ledger is consistent", async () => {
  expect(await verifyLedger(servers.database)).toEqual([]);
});
