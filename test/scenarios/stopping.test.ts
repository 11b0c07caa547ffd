/**
 * Tests every kind of stop. The installation must exit with status 0, leave no process running, and
 * lose no data.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { verifyLedger } from "#ledger";
import { auditBooks } from "../support/money/stopped-ledger.ts";
import { getCoins, outsideAddress, requestWithdrawal } from "../support/people/main-job.ts";
import { signUp } from "../support/people/person.ts";
import { childOf, childrenWith, processesUsing } from "../support/servers/processes.ts";
import { startServer, startServerOnDisk, type RunningServer } from "../support/servers/server.ts";

let server: RunningServer;

afterEach(async () => {
  await server.kill();
  await server.close();
});

/**
 * Maximum duration of a stop in these tests. The product allows each component 20 s. A normal stop
 * is much faster, so a longer one means that a component hangs.
 */
const STOP_MS_MAX = 15_000;

async function exitCode(): Promise<number | null | "still running"> {
  const patience = new AbortController();
  const late = sleep(STOP_MS_MAX, "still running" as const, { signal: patience.signal });
  const code = await Promise.race([server.exited, late.catch(() => "still running" as const)]);
  patience.abort();
  return code;
}

/**
 * Waits until the server has accepted and read this socket. The server accepts connections in
 * order, so a response on a later connection proves this.
 */
async function isTakenIn(socket: Socket): Promise<void> {
  if (socket.connecting) await once(socket, "connect");
  for (let later = 0; later < 2; later += 1)
    await fetch(`${server.url}/livez`, { headers: { connection: "close" } });
}

/** Returns the secrets in the data folder that only one process may use. */
function keptSecrets(dataDir: string): Record<string, string> {
  const read = (name: string) => readFileSync(join(dataDir, name), "utf8").trim();
  const passwordOf = (name: string) => read(name).split(":")[1] ?? "";
  const { endpoint } = JSON.parse(read("bitcoin/endpoint")) as { endpoint: Authorized };
  const nodeKey = Buffer.from(endpoint.authorization.replace("Basic ", ""), "base64").toString();
  const secrets = {
    service: read("service-role-key"),
    signer: passwordOf("signer-login"),
    pool: passwordOf("pool-login"),
    superuser: read("postgres/hashfloor-password"),
    node: nodeKey.split(":")[1] ?? "",
  };
  for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThan(20);
  return secrets;
}

interface Authorized {
  readonly authorization: string;
}

const UNCLEAN = /did not stop cleanly|ended unexpectedly|signer ended/;

test("SIGINT to the process group stops cleanly while money is being moved", async () => {
  const secrets = {
    ADMIN_EMAIL: "admin@floor.test",
    ADMIN_PASSWORD: "planted for nobody else",
    SMS_GATEWAY_URL: "http://floor:planted-for-messages@127.0.0.1:9/send",
    BACKUP_PASSPHRASE: "planted for copies",
  };
  server = await startServerOnDisk({
    env: { BLOCK_SECONDS: "0.2", HOUSE_RIG: "on", ...secrets },
    hasOwnGroup: true,
  });
  for (const kind of ["postgres", "node", "signer", "pool", "rig"] as const)
    childOf(server.pid, kind);
  expect(childrenWith(server.pid, { ...secrets, ...keptSecrets(server.dataDir) })).toEqual([]);
  const person = await signUp(server.url, "Unhurried");
  const coins = await getCoins(person);
  const key = crypto.randomUUID();
  const { id } = await requestWithdrawal(person, 1_000_000, outsideAddress(), key);
  process.kill(-server.pid, "SIGINT");
  expect(await exitCode()).toBe(0);
  expect(processesUsing(server.dataDir)).toEqual([]);
  expect(server.output()).not.toMatch(UNCLEAN);
  const { problems, more } = await auditBooks(server, async (database) => ({
    problems: await verifyLedger(database),
    withdrawals: await database.query("select id from wallet_withdrawals where id = $1", [id]),
    credited: await database.query<{ sats: bigint }>(
      "select sum(amount_sats)::int8 as sats from wallet_deposits where credited_at is not null",
    ),
  }));
  expect(problems).toEqual([]);
  expect(more.withdrawals).toHaveLength(1);
  expect(more.credited[0]?.sats).toBeGreaterThanOrEqual(BigInt(coins));
});

test("SIGTERM to the process group stops cleanly", async () => {
  server = await startServerOnDisk({ env: { BLOCK_SECONDS: "0" }, hasOwnGroup: true });
  process.kill(-server.pid, "SIGTERM");
  expect(await exitCode()).toBe(0);
  expect(processesUsing(server.dataDir)).toEqual([]);
  expect(server.output()).not.toMatch(UNCLEAN);
  expect(server.output()).not.toContain("FATAL");
});

test("a second signal ends the server immediately", async () => {
  server = await startServer({ env: { BLOCK_SECONDS: "0" } });
  const { port, host } = new URL(server.url);
  const slow = connect(Number(port), "127.0.0.1");
  slow.on("error", () => undefined);
  slow.write(`POST /auth/v1/signup HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9\r\n\r\n{`);
  await isTakenIn(slow);
  process.kill(server.pid, "SIGTERM");
  await sleep(100);
  process.kill(server.pid, "SIGTERM");
  expect(await exitCode()).toBe(1);
  slow.destroy();
});

test("a stopping server still serves requests during STOP_WAIT_SECONDS", async () => {
  server = await startServer({ env: { BLOCK_SECONDS: "0", STOP_WAIT_SECONDS: "60" } });
  process.kill(server.pid, "SIGTERM");
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
  const refused = await fetch(`${server.url}/readyz`);
  expect(await refused.json()).toMatchObject({ detail: "Failing: server." });
  expect(await (await signUp(server.url, "Late")).call("getWallet")).toMatchObject({ heldSats: 0 });
  process.kill(server.pid, "SIGTERM");
  expect(await exitCode()).toBe(1);
});

test("clients that never finish their request do not delay the stop", async () => {
  server = await startServer({ env: { BLOCK_SECONDS: "0" } });
  const { port, host } = new URL(server.url);
  const beginnings = [
    "GET /livez HT",
    `POST /auth/v1/signup HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9\r\n\r\n{`,
    `GET /api/v1/stream HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${server.url}\r\nConnection: Upgrade\r\n` +
      "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
  ];
  for (const text of beginnings) {
    const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => undefined).write(text);
    await isTakenIn(socket);
  }
  process.kill(server.pid, "SIGTERM");
  expect(await exitCode()).toBe(0);
  expect(server.output()).not.toContain("did not stop cleanly");
});

test.each(["signer", "node"] as const)(
  "the installation stops cleanly while its %s is down",
  async (kind) => {
    server = await startServerOnDisk({ env: { BLOCK_SECONDS: "0" } });
    process.kill(childOf(server.pid, kind), "SIGKILL");
    await sleep(400);
    process.kill(server.pid, "SIGTERM");
    expect(await exitCode()).toBe(0);
    expect(processesUsing(server.dataDir)).toEqual([]);
  },
);
