/**
 * Tests API keys. Creating or revoking a key requires re-authentication, sends a message and is
 * recorded in the audit log. Keys are stored as hashes, are limited in number, and are revoked
 * together with the user's other sessions.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { authenticate, changePerson, deletePerson } from "#users";
import { removeFactors } from "../factors/remove-factors.ts";
import { rotateSigningKey } from "../service-key/rotate-signing-key.ts";
import { enrol, prove } from "../../../test/support/people/authenticator.ts";
import { messageTo } from "../../../test/support/people/messages.ts";
import { nothingElsewhere } from "../../../test/support/fakes/nothing-in-other-modules.ts";
import {
  PASSWORD,
  signUp,
  startSignInServer,
  type SignedUp,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { authenticateKey } from "./authenticate-key.ts";
import { keysOf } from "./keys-table.ts";
import { makeKey } from "./make-key.ts";
import { revokeKey } from "./revoke-key.ts";

const MINUTE = 60_000;
const HERE = { ip: "203.0.113.7" };

let server: SignInServer;
let person: SignedUp;
let caller: Caller;
beforeAll(async () => {
  server = await startSignInServer();
});
beforeEach(async () => {
  person = await signUp(server);
  caller = await authenticate(server.deps, person.session.access_token);
});
afterAll(() => server.close());

type Wanted = Parameters<typeof makeKey>[2];

const WANTED: Wanted = { name: " Bot ", scopes: ["read"], networks: [], endsAt: null };
const make = (wanted: Partial<Wanted> = {}, by = caller) =>
  makeKey(server.deps, by, { ...WANTED, ...wanted }, HERE);
const ask = (secret: string, ip = HERE.ip) => authenticateKey(server.deps, { secret, ip });
const refused = (status: number, code: string) => expect.objectContaining({ status, code });
const inMinutes = (minutes: number) => new Date(server.clock.now().getTime() + minutes * MINUTE);
const own = () => keysOf(server.deps.database, person.userId);

test("a key grants access and is stored only as a hash", async () => {
  const { database } = server.deps;
  const { secret, ...made } = await make({ scopes: ["trade", "read"] });
  expect(await ask(secret)).toEqual({
    userId: person.userId,
    isAdmin: false,
    isAnonymous: false,
    keyId: made.id,
    keyName: "Bot",
    scopes: ["read", "trade"],
  });
  expect(made).toMatchObject({ name: "Bot", hint: secret.slice(0, 7) });
  const message = await messageTo(database, { email: person.email, template: "key_made" });
  expect(message.text).toContain(made.hint);
  const entries = await database.query<{ row: string }>(
    `select before::text || after::text as row from audit_entries
     where target = $1 and action = 'user.make_key'`,
    [person.userId],
  );
  const rows = await database.query<{ row: string }>(
    "select k::text as row from users_keys k where user_id = $1",
    [person.userId],
  );
  expect([entries.length, rows.length]).toEqual([1, 1]);
  for (const text of [message.text, ...[...entries, ...rows].map(({ row }) => row)])
    expect(text).not.toContain(secret.slice(7));
});

test("a key's last use is stored with its IP address, at most once a minute", async () => {
  const { secret } = await make();
  await ask(secret);
  const first = await own();
  expect(first).toMatchObject([{ lastUsedIp: HERE.ip }]);
  await ask(secret, "198.51.100.1");
  expect(await own()).toEqual(first);
  server.clock.move(MINUTE);
  await ask(secret, "198.51.100.1");
  expect(await own()).toMatchObject([{ lastUsedIp: "198.51.100.1" }]);
});

test("an invented, truncated or expired key is refused", async () => {
  const { secret } = await make({ endsAt: inMinutes(5), networks: ["203.0.113.0/24"] });
  await ask(secret);
  for (const wrong of ["hf_", secret.slice(0, -1), `hf_${"A".repeat(43)}`])
    await expect(ask(wrong)).rejects.toEqual(refused(401, "key_unknown"));
  await expect(ask(secret, "198.51.100.1")).rejects.toEqual(refused(403, "key_other_network"));
  server.clock.move(5 * MINUTE);
  await expect(ask(secret)).rejects.toEqual(refused(401, "key_expired"));
});

test("concurrent requests with different keys return each key's own user", async () => {
  const others = await Promise.all([1, 2].map(() => signUp(server)));
  const callers = await Promise.all(
    [person, ...others].map(({ session }) => authenticate(server.deps, session.access_token)),
  );
  const made = await Promise.all(
    callers.map(async (by) => ({ by, ...(await make({ scopes: ["read"] }, by)) })),
  );
  const gone = await make({ name: "Gone" });
  await revokeKey(server.deps, caller, { keyId: gone.id, ...HERE });
  const unknown = `hf_${"A".repeat(43)}`;
  const secrets = [
    gone.secret,
    ...made.map(({ secret }) => secret),
    unknown,
    made[1]?.secret ?? "",
  ];
  const answers = await Promise.allSettled(secrets.map((secret) => ask(secret)));
  const [first, second, third] = made.map(({ id, by }) => ({
    status: "fulfilled",
    value: { keyId: id, userId: by.userId },
  }));
  const none = { status: "rejected", reason: { status: 401, code: "key_unknown" } };
  expect(answers).toMatchObject([none, first, second, third, none, second]);
});

test("creating or revoking a key requires re-authentication", async () => {
  const { id: keyId, secret } = await make();
  const other = await authenticate(server.deps, (await signUp(server)).session.access_token);
  const revoke = (by = caller) => revokeKey(server.deps, by, { keyId, ...HERE });
  await expect(revoke(other)).rejects.toEqual(refused(404, "key_not_found"));
  server.clock.move(11 * MINUTE);
  await expect(make()).rejects.toEqual(refused(403, "step_up_required"));
  await expect(revoke()).rejects.toEqual(refused(403, "step_up_required"));
  await ask(secret);
  const { client, email } = person;
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  const { data } = await client.auth.getSession();
  await revoke(await authenticate(server.deps, data.session?.access_token));
  await expect(ask(secret)).rejects.toEqual(refused(401, "key_unknown"));
  await messageTo(server.deps.database, { email, template: "key_revoked" });
});

test("an invalid network or an expiry in the past is refused", async () => {
  const nowhere = make({ networks: ["nowhere"] });
  await expect(nowhere).rejects.toEqual(refused(422, "key_network_invalid"));
  const past = make({ endsAt: server.clock.now() });
  await expect(past).rejects.toEqual(refused(422, "key_end_past"));
  expect(await own()).toEqual([]);
});

test("a user can have ten keys, even with concurrent requests", async () => {
  for (let count = 1; count <= 8; count += 1) await make();
  const raced = await Promise.allSettled([make(), make(), make()]);
  const outcomes = raced.map(({ status }) => status).toSorted();
  expect(outcomes).toEqual(["fulfilled", "fulfilled", "rejected"]);
  await expect(make()).rejects.toEqual(refused(409, "too_many_keys"));
  for (const { id: keyId } of await own()) await revokeKey(server.deps, caller, { keyId, ...HERE });
  for (let count = 13; count <= 20; count += 1) await make();
  await expect(make()).rejects.toEqual(refused(429, "too_many_new_keys"));
});

test("an ended session cannot create a key", async () => {
  await person.client.auth.signOut({ scope: "local" });
  await expect(make()).rejects.toEqual(refused(403, "step_up_required"));
  expect(await own()).toEqual([]);
});

describe("revoking keys", () => {
  const inTransaction = <Result>(
    work: (tx: Parameters<typeof deletePerson>[0], now: Date) => Promise<Result>,
  ) => server.deps.database.transaction((tx) => work(tx, server.clock.now()));
  const nobody = () => ({ ...caller, userId: "00000000-0000-4000-8000-000000000000" });
  const reason = "a test";

  type End = [string, () => Promise<unknown>];

  test.each<End>([
    ["a sign-out everywhere", () => person.client.auth.signOut({ scope: "global" })],
    ["a sign-out everywhere else", () => person.client.auth.signOut({ scope: "others" })],
    [
      "a new password",
      () => person.client.auth.updateUser({ password: "another one", current_password: PASSWORD }),
    ],
    [
      "the user turns on two-factor authentication",
      async () => prove(person.client.auth, await enrol(person.client.auth), server.clock.now()),
    ],
    [
      "an administrator removes a second factor",
      () =>
        inTransaction((tx, now) =>
          removeFactors(tx, { userId: person.userId, factors: [], who: "Somebody", reason, now }),
        ),
    ],
    [
      "the account is disabled",
      () =>
        inTransaction((tx, now) => {
          const change = { userId: person.userId, caller: nobody(), isDisabled: true, reason, now };
          return changePerson(tx, server.deps, change);
        }),
    ],
    [
      "the account is deleted",
      () =>
        inTransaction((tx, now) =>
          deletePerson(tx, { userId: person.userId, now, rules: nothingElsewhere }),
        ),
    ],
    ["a theft of the signing key", () => rotateSigningKey(server.deps, { atOnce: true })],
  ])("a key is revoked after %s", async (_, end) => {
    const { secret } = await make();
    await end();
    await expect(ask(secret)).rejects.toEqual(refused(401, "key_unknown"));
    expect(await own()).toEqual([]);
  });

  test("a key stays valid after a local sign-out", async () => {
    const { client, email } = person;
    await prove(client.auth, await enrol(client.auth), server.clock.now());
    const { data } = await client.auth.getSession();
    const raised = await authenticate(server.deps, data.session?.access_token);
    const { secret } = await make({}, raised);
    const thief = server.client();
    await thief.auth.signInWithPassword({ email, password: PASSWORD });
    await thief.auth.signOut({ scope: "global" });
    await client.auth.signOut({ scope: "local" });
    expect(await ask(secret)).toMatchObject({ userId: person.userId });
  });
});

test("with a hosted sign-in service, keys can be neither created nor used", async () => {
  const { secret } = await make();
  const hosted = { ...server.deps, hosted: {} as NonNullable<SignInServer["deps"]["hosted"]> };
  const elsewhere = makeKey(hosted, caller, WANTED, HERE);
  await expect(elsewhere).rejects.toEqual(refused(422, "keys_elsewhere"));
  const authentication = authenticateKey(hosted, { secret, ip: HERE.ip });
  await expect(authentication).rejects.toEqual(refused(401, "key_unknown"));
});
