/**
 * Tests that a session ended on another device is refused by every route and socket within five
 * seconds.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { paths, type RouteName } from "../../api/paths.ts";
import { apiRows } from "../authorisation.ts";
import { signIn, signUp, type Person } from "../support/people/person.ts";
import { startServer, type RunningServer } from "../support/servers/server.ts";

const HELD_MS_MAX = 5_000;
const POLICY = 1008;
let server: RunningServer;
let owner: Person;
beforeAll(async () => {
  server = await startServer({ env: { BLOCK_SECONDS: "0" } });
  owner = await signUp(server.url, "Owner");
});
afterAll(async () => {
  await server.close();
});

test("replacing the signing key keeps sessions, unless --at-once is set", async () => {
  const { auth, token, closed } = await stolen();
  const { port, hostname } = new URL(server.url);
  const env = { ...process.env, DATA_DIR: server.dataDir, PORT: port, HOST: hostname };
  const command = (...options: string[]) =>
    promisify(execFile)(process.execPath, ["scripts/rotate-signing-key.mjs", ...options], { env });
  const { stdout } = await command();
  expect(stdout).toMatch(/^Key [\w-]{43} is published and signs from .* check tokens until /);
  expect((await command()).stdout).toBe(stdout);
  await owner.call("getMe");
  expect((await command("--at-once")).stdout).toMatch(/^Key [\w-]{43} signs now\. /);
  expect(await closed).toBe(POLICY);
  expect(await openRoutes(token)).toEqual([]);
  expect((await auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
  await expect(command("--now")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Usage: /),
  });
  owner = await signIn(server.url, owner.email, owner.password);
  await owner.call("getMe");
});

/** Signs in on a second device, sends a request from it and opens a socket. */
async function stolen() {
  const person = await signIn(server.url, owner.email, owner.password);
  await person.call("getMe");
  const { items } = await person.call("listSessions");
  const token = await person.token();
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/api/v1/stream`, {
    origin: server.url,
  });
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  await new Promise((resolve) => socket.once("open", resolve));
  const ready = new Promise((resolve) => socket.once("message", resolve));
  socket.send(JSON.stringify({ type: "auth", token }));
  await ready;
  return {
    auth: person.auth,
    token,
    closed,
    sessionId: items.find(({ isCurrent }) => isCurrent)?.id ?? "",
  };
}

/** Returns the names of the routes that still accept the token. */
async function openRoutes(token: string): Promise<string[]> {
  const names = Object.keys(paths) as RouteName[];
  const rows = names.filter((name) => apiRows[name].anonymous === 401);
  const answers = await Promise.all(
    rows.map(async (name) => {
      const { method, path } = paths[name];
      const response = await fetch(`${server.url}${path.replaceAll(/\{\w+\}/g, "x")}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
      await response.arrayBuffer();
      return response.status === 401 ? [] : [`${name} ${response.status}`];
    }),
  );
  return answers.flat();
}

test.each([
  ["ended in the list", (sessionId: string) => owner.call("endSession", { params: { sessionId } })],
  ["signed out from another device", () => owner.auth.signOut({ scope: "others" })],
  [
    "ended by a new password",
    () =>
      owner.auth.updateUser({ password: "yet another long one", current_password: owner.password }),
  ],
])("a session %s loses its routes, its socket and its refresh token", async (_, end) => {
  const { auth, token, closed, sessionId } = await stolen();
  const { items } = await owner.call("listSessions");
  expect(items.map(({ id }) => id)).toContain(sessionId);
  await end(sessionId);
  const endedAt = performance.now();
  expect(await closed).toBe(POLICY);
  expect(await openRoutes(token)).toEqual([]);
  expect(performance.now() - endedAt).toBeLessThan(HELD_MS_MAX);
  const user = await fetch(`${server.url}/auth/v1/user`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(user.status).toBe(403);
  expect((await auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
  expect(await owner.call("getMe")).toMatchObject({ email: owner.email });
});
