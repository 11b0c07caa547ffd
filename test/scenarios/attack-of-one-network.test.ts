/**
 * Attacks the server from one IP address with as many connections and password hashes as possible.
 * Users at other addresses must still be served.
 */
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn, signUp, type Person } from "../support/people/person.ts";
import { startServer, type RunningServer } from "../support/servers/server.ts";

const ENEMY = "127.0.0.2";
const AT_ONCE = 90;
const HONEST_SIGN_INS = 5;
/**
 * Number of idle connections from one address. It exceeds the total number that the server accepts.
 */
const IDLE = 2_050;
const IN_STEP = 50;

let server: RunningServer;
let honest: Person;
let enemies: Person[];
beforeAll(async () => {
  server = await startServer({ env: { BLOCK_SECONDS: "0" } });
  honest = await signUp(server.url, "Ada");
  enemies = [];
  for (const name of ["Eve", "Mallory"]) enemies.push(await signUp(server.url, name));
});
afterAll(() => server.close());

/**
 * Tries to sign in from the attacking address. Returns the HTTP status, or 0 if the server closed
 * the connection.
 */
function signInFromEnemy(turn: number): Promise<number> {
  const { email = "", password = "" } = enemies[turn % enemies.length] ?? {};
  return new Promise((resolve) => {
    const attempt = request(`${server.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      localAddress: ENEMY,
      agent: false,
      headers: { "content-type": "application/json" },
    });
    attempt.once("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    attempt.once("error", () => resolve(0));
    attempt.end(JSON.stringify({ email, password }));
  });
}

test("a flood of sign-ins from one address does not limit users at other addresses", async () => {
  const over = new AbortController();
  const statuses = new Set<number>();
  const flood = Array.from({ length: AT_ONCE }, async (_, turn) => {
    while (!over.signal.aborted) statuses.add(await signInFromEnemy(turn));
  });
  await expect.poll(() => statuses.has(429)).toBe(true);
  for (let count = 0; count < HONEST_SIGN_INS; count += 1) {
    const again = await signIn(server.url, honest.email, honest.password);
    expect((await again.call("getMe")).email).toBe(honest.email);
  }
  over.abort();
  await Promise.all(flood);
  expect(statuses).toContain(200);
});

test("one address cannot use up all connections", async () => {
  const { hostname, port } = new URL(server.url);
  const sockets = [];
  for (let opened = 0; opened < IDLE; opened += IN_STEP) {
    const step = Array.from({ length: IN_STEP }, () =>
      connect({ port: Number(port), host: hostname, localAddress: ENEMY }).on("error", () => {}),
    );
    sockets.push(...step);
    await Promise.all(
      step.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])),
    );
  }
  for (const path of ["/livez", "/", "/config.json"])
    expect((await fetch(`${server.url}${path}`, { headers: { connection: "close" } })).status).toBe(
      200,
    );
  expect((await honest.call("getMe")).email).toBe(honest.email);
  expect(sockets.filter(({ closed }) => closed).length).toBeGreaterThan(IDLE - 1_300);
  for (const socket of sockets) socket.destroy();
});
