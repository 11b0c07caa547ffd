/**
 * Tests the service key's file, its replacement, and the callers that the admin endpoints refuse.
 */
import { randomUUID } from "node:crypto";
import { chmodSync, rmSync, statSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { authenticate, ensureServiceKey } from "#users";
import {
  makeAdministrator,
  operatorOf,
  requestOfSignIn,
  startOperatorServer,
  type OperatorServer,
} from "../../../../test/support/people/operator.ts";
import { signUp, type SignInServer } from "../../../../test/support/servers/sign-in-server.ts";

let started: OperatorServer;
let server: SignInServer;
let dataDir: string;
let key: string;
beforeAll(async () => {
  started = await startOperatorServer();
  ({ server, dataDir } = started);
  key = started.readKey();
});
beforeEach(() => server.clock.move(61_000));
afterAll(() => started.close());

const path = () => started.path;
const readKey = () => started.readKey();
const operator = (withKey = key) => operatorOf(server, withKey);
const request = (method: string, route: string, token?: string) =>
  requestOfSignIn(server, method, route, token);

describe("the service key", () => {
  test("the service key is stored in a private file and survives a restart", async () => {
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    await ensureServiceKey({ ...server.deps, dataDir });
    expect(readKey()).toBe(key);
    expect((await operator().listUsers()).error).toBeNull();
  });

  test("a service key is replaced if its file is missing or readable by others", async () => {
    chmodSync(path(), 0o644);
    await ensureServiceKey({ ...server.deps, dataDir });
    const second = readKey();
    expect(second).not.toBe(key);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect((await operator(key).listUsers()).error).toMatchObject({ status: 403, code: "bad_jwt" });
    rmSync(path());
    await ensureServiceKey({ ...server.deps, dataDir });
    expect((await operator(second).listUsers()).error?.code).toBe("bad_jwt");
    key = readKey();
    expect((await operator().listUsers()).error).toBeNull();
  });

  test("the service key stays valid if the file contains an older key at the start", async () => {
    const older = key;
    rmSync(path());
    await ensureServiceKey({ ...server.deps, dataDir });
    key = readKey();
    writeFileSync(path(), older);
    chmodSync(path(), 0o600);
    await ensureServiceKey({ ...server.deps, dataDir });
    for (const good of [key, readKey()])
      expect((await operator(good).listUsers()).error).toBeNull();
    expect((await operator(older).listUsers()).error).toMatchObject({ code: "bad_jwt" });
  });

  test("the service key is accepted only by the admin endpoints", async () => {
    await expect(authenticate(server.deps, key)).rejects.toMatchObject({ code: "not_signed_in" });
    expect(await request("GET", "user", key)).toMatchObject({ status: 403, code: "bad_jwt" });
  });

  const routes = [
    ["GET", "admin/users"],
    ["POST", "admin/users"],
    ["GET", `admin/users/${randomUUID()}`],
    ["PUT", `admin/users/${randomUUID()}`],
    ["DELETE", `admin/users/${randomUUID()}`],
    ["GET", `admin/users/${randomUUID()}/factors`],
    ["DELETE", `admin/users/${randomUUID()}/factors/${randomUUID()}`],
    ["GET", `admin/users/${randomUUID()}/passkeys`],
    ["DELETE", `admin/users/${randomUUID()}/passkeys/${randomUUID()}`],
    ["POST", "admin/generate_link"],
    ["POST", "invite"],
  ] as const;
  test.each(routes)("%s %s refuses visitors, users and administrators", async (method, route) => {
    expect(await request(method, route)).toMatchObject({ status: 401, code: "no_authorization" });
    expect(await request(method, route, "a.b.c")).toMatchObject({ status: 403, code: "bad_jwt" });
    const boss = await signUp(server);
    await makeAdministrator(server, boss.userId);
    const response = await request(method, route, boss.session.access_token);
    expect(response).toMatchObject({ status: 403, code: "not_admin" });
  });

  test("a role in the database does not turn a user's token into a service key", async () => {
    const user = await signUp(server);
    await server.deps.database.query("update users_users set role = 'service_role' where id = $1", [
      user.userId,
    ]);
    const { data } = await user.client.auth.refreshSession();
    const response = await request("GET", "admin/users", data.session?.access_token);
    expect(response).toMatchObject({ status: 403, code: "not_admin" });
  });
});
