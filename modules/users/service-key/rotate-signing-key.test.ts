/**
 * Tests the rotation of the signing key. A new key is normally published before it signs, so that
 * no token is refused. After a theft, it signs immediately. Every process must start to use the new
 * key.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeProtectedHeader } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { authenticate, ensureServiceKey, SERVICE_KEY_FILE } from "#users";
import { operatorOf, requestOfSignIn } from "../../../test/support/people/operator.ts";
import {
  PASSWORD,
  postSignIn,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { insertFlowState } from "../mailed-links/flow-states-table.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let server: SignInServer;
beforeEach(async () => {
  server = await startSignInServer();
  await ensureServiceKey(server.deps);
});
afterEach(() => server.close());

const serviceKey = () => readFileSync(join(server.deps.dataDir, SERVICE_KEY_FILE), "utf8").trim();
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const rotate = (body?: unknown, key = serviceKey()) =>
  requestOfSignIn(server, "POST", "admin/signing_keys", key, body);
const listPeople = (key: string) => requestOfSignIn(server, "GET", "admin/users", key);

async function publishedKids(): Promise<(string | undefined)[]> {
  const response = await fetch(`${server.url}/auth/v1/.well-known/jwks.json`);
  const { keys } = (await response.json()) as { keys: { kid?: string; d?: string }[] };
  expect(keys.every(({ d }) => d === undefined)).toBe(true);
  return keys.map(({ kid }) => kid);
}

async function freshToken({ client }: Awaited<ReturnType<typeof signUp>>): Promise<string> {
  const { data, error } = await client.auth.refreshSession();
  if (error) throw error;
  return data.session?.access_token ?? "";
}

test("a new key is published before it signs", async () => {
  const ann = await signUp(server);
  const first = kidOf(ann.session.access_token);
  expect(await rotate()).toMatchObject({ status: 200 });
  expect(await publishedKids()).toHaveLength(2);

  server.clock.move(9 * MINUTE_MS);
  const lastOfFirst = await freshToken(ann);
  expect(kidOf(lastOfFirst)).toBe(first);
  server.clock.move(MINUTE_MS);
  const ofSecond = await freshToken(ann);
  expect(kidOf(ofSecond)).not.toBe(first);
  expect((await authenticate(server.deps, lastOfFirst)).userId).toBe(ann.userId);
  expect((await authenticate(server.deps, ofSecond)).userId).toBe(ann.userId);

  server.clock.move(HOUR_MS + MINUTE_MS);
  expect(await publishedKids()).toEqual([kidOf(ofSecond)]);
  expect((await server.reopen()).signingKeys.publicKeys).toHaveLength(1);
  expect(kidOf(await freshToken(ann))).toBe(kidOf(ofSecond));
});

test("a second rotation returns the key that is already waiting to sign", async () => {
  await rotate();
  const kids = await publishedKids();
  server.clock.move(5 * MINUTE_MS);
  expect(await rotate()).toMatchObject({ status: 200 });
  expect(await publishedKids()).toEqual(kids);
});

test("a rotation after a theft immediately ends old tokens and all sessions", async () => {
  const ann = await signUp(server);
  const stolen = ann.session.access_token;
  expect((await authenticate(server.deps, stolen)).userId).toBe(ann.userId);
  expect(await rotate({ at_once: true })).toMatchObject({ status: 200 });
  await expect(authenticate(server.deps, stolen)).rejects.toMatchObject({
    status: 401,
    code: "not_signed_in",
  });
  expect((await ann.client.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
  const { data } = await server.client().auth.signInWithPassword({
    email: ann.email,
    password: PASSWORD,
  });
  const next = data.session?.access_token ?? "";
  expect(await publishedKids()).toEqual([kidOf(next)]);
  expect((await authenticate(server.deps, next)).userId).toBe(ann.userId);
});

test("a rotation after a theft invalidates links mailed before", async () => {
  const { email, userId } = await signUp(server);
  const link = await operatorOf(server, serviceKey()).generateLink({ type: "recovery", email });
  const token_hash = link.data.properties?.hashed_token ?? "";
  const challenge = { challenge: "x".repeat(43), method: "plain" } as const;
  const now = server.clock.now();
  const flow = { userId, challenge, expiresAt: new Date(now.getTime() + MINUTE_MS), now };
  const auth_code = await server.deps.database.transaction((tx) => insertFlowState(tx, flow));
  await rotate({ at_once: true });
  const recovery = await server.client().auth.verifyOtp({ token_hash, type: "recovery" });
  expect(recovery.error).toMatchObject({ code: "otp_expired" });
  const code_verifier = challenge.challenge;
  expect(
    await postSignIn(server, "token?grant_type=pkce", { auth_code, code_verifier }),
  ).toMatchObject({ status: 404, body: { error_code: "flow_state_not_found" } });
});

test("a rotation re-signs the service key", async () => {
  const before = serviceKey();
  const elsewhere = mkdtempSync(join(tmpdir(), "hashfloor-elsewhere-"));
  const copy = join(elsewhere, SERVICE_KEY_FILE);
  writeFileSync(copy, before, { mode: 0o600 });
  const other = await server.reopen({ dataDir: elsewhere });
  await rotate();
  expect(serviceKey()).not.toBe(before);
  expect(await listPeople(before)).toMatchObject({ status: 200 });
  other.bus.publish("signing-keys", {});
  await expect.poll(() => readFileSync(copy, "utf8")).not.toBe(before);
  server.clock.move(3 * HOUR_MS);
  expect(await listPeople(before)).toMatchObject({ status: 403, code: "bad_jwt" });
  for (const key of [serviceKey(), readFileSync(copy, "utf8").trim()])
    expect(await listPeople(key)).toMatchObject({ status: 200 });
  writeFileSync(copy, before);
  await ensureServiceKey(other);
  expect(await listPeople(serviceKey())).toMatchObject({ status: 200 });
  expect(await listPeople(readFileSync(copy, "utf8").trim())).toMatchObject({ status: 200 });
  rmSync(elsewhere, { recursive: true });
});

test("the next start re-signs the service key if its file is missing", async () => {
  const before = serviceKey();
  rmSync(join(server.deps.dataDir, SERVICE_KEY_FILE));
  await rotate({}, before);
  const after = serviceKey();
  expect(after).not.toBe(before);
  writeFileSync(join(server.deps.dataDir, SERVICE_KEY_FILE), before);
  await ensureServiceKey(await server.reopen());
  server.clock.move(3 * HOUR_MS);
  expect(await listPeople(serviceKey())).toMatchObject({ status: 200 });
  expect(await listPeople(after)).toMatchObject({ status: 200 });
});

test("a rotation after a theft creates a new service key", async () => {
  const before = serviceKey();
  await rotate({ at_once: true });
  expect(await listPeople(before)).toMatchObject({ status: 403, code: "bad_jwt" });
  expect(await listPeople(serviceKey())).toMatchObject({ status: 200 });
});

test("other processes load a new key when they see its first token", async () => {
  const other = await server.reopen();
  const ann = await signUp(server);
  await rotate();
  server.clock.move(11 * MINUTE_MS);
  const next = await freshToken(ann);
  const ask = () =>
    authenticate(other, next).then(
      ({ userId }) => userId,
      () => "refused",
    );
  // Poll until the process is allowed to read the keys again.
  await expect.poll(ask).toBe(ann.userId);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([ann.userId, ann.userId, ann.userId]);
});

test("a rotation after a theft ends tokens cached by other processes", async () => {
  const other = await server.reopen();
  const ann = await signUp(server);
  const ask = () =>
    authenticate(other, ann.session.access_token).then(
      () => "let in",
      () => "refused",
    );
  expect(await ask()).toBe("let in");
  await rotate({ at_once: true });
  other.bus.publish("signing-keys", {});
  await expect.poll(ask).toBe("refused");
});

test("a rotation is written to the audit log", async () => {
  await rotate();
  const [entry] = await server.deps.database.query<{ action: string; target: string | null }>(
    "select action, target from audit_entries order by seq desc limit 1",
  );
  expect(entry).toEqual({ action: "signing_key.rotate", target: null });
  expect(await rotate({ at_once: "yes" })).toMatchObject({
    status: 400,
    code: "validation_failed",
  });
});
