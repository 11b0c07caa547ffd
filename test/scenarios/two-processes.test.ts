/**
 * Tests two server processes on one database. Events from one process must reach the other, and a
 * session that ends in one process must end in both.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outsideAccount, postAll, userAccount } from "#ledger";
import { newUuid } from "#platform";
import { outsideAddress, requestWithdrawal } from "../support/people/main-job.ts";
import { messageKey } from "../support/chain/message-signer.ts";
import { signIn, signUp, type Person } from "../support/people/person.ts";
import { listenTo, type StreamListener } from "../support/servers/stream-listener.ts";
import { startTwoServers, type TwoServers } from "../support/servers/two-servers.ts";
import { withSecondFactor } from "../support/people/two-administrators.ts";

const ADMIN = { email: "admin@example.test", password: `long enough ${randomUUID()}` };
const HELD_MS_MAX = 5_000;
const POLICY = 1008;
let servers: TwoServers;
let admin: Person;
const listeners: StreamListener[] = [];

beforeAll(async () => {
  servers = await startTwoServers({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
  admin = await withSecondFactor(await signIn(servers.second.url, ADMIN.email, ADMIN.password));
});
afterAll(async () => {
  for (const listener of listeners) listener.hangUp();
  await servers.stop();
});

async function listen(server: { readonly url: string }, person: Person): Promise<StreamListener> {
  const listener = await listenTo(server, person);
  listeners.push(listener);
  return listener;
}

/**
 * Returns the HTTP status of a request that this session sends to the given server. A load balancer
 * may send a browser's requests and its stream to different servers.
 */
async function statusAt(server: { readonly url: string }, person: Person): Promise<number> {
  const headers = { authorization: `Bearer ${await person.token()}` };
  const answer = await fetch(`${server.url}/api/v1/me`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

const event = (topic: string, data: object) => ({ type: "event", topic, data });

test("a chat between users of different servers is live", async () => {
  const { first, second } = servers;
  const user = await signUp(first.url, "Asker");
  const [his, theirs] = [await listen(first, user), await listen(second, admin)];
  await user.call("sendChatMessage", { body: { text: "Hello?", clientMessageId: randomUUID() } });
  const { chatId, isOtherHere } = await user.call("getChat");
  expect(isOtherHere).toBe(true);
  const news = (isOwn: boolean) => event("chat", { chatId, what: "message", isOwn });
  await expect.poll(() => theirs.received).toContainEqual(news(false));
  his.received.splice(0);
  await admin.call("answerChat", {
    params: { chatId: chatId ?? "" },
    body: { text: "Good day.", clientMessageId: randomUUID() },
  });
  await expect.poll(() => his.received).toContainEqual(news(true));
  const { messages } = await user.call("getChat");
  expect(messages.map(({ text }) => text)).toEqual(["Hello?", "Good day."]);
});

test("a global sign-out ends the session at both servers", async () => {
  const { first, second } = servers;
  const user = await signUp(first.url, "Leaver");
  const there = await signIn(second.url, user.email, user.password);
  expect(await Promise.all([first, second].map((server) => statusAt(server, user)))).toEqual([
    200, 200,
  ]);
  expect(await Promise.all([first, second].map((server) => statusAt(server, there)))).toEqual([
    200, 200,
  ]);
  const sockets = [await listen(first, there), await listen(second, there)];
  expect((await user.auth.signOut({ scope: "global" })).error).toBeNull();
  const before = performance.now();
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([POLICY, POLICY]);
  await expect.poll(() => statusAt(first, there)).toBe(401);
  await expect.poll(() => statusAt(second, there)).toBe(401);
  expect(performance.now() - before).toBeLessThan(HELD_MS_MAX);
});

test("a ban at one server closes the user's sockets at both servers", async () => {
  const { first, second } = servers;
  const user = await signUp(first.url, "Banned");
  const { id: userId } = await user.call("getMe");
  const sockets = [await listen(first, user), await listen(second, user)];
  const before = performance.now();
  await admin.call("changePerson", {
    params: { userId },
    body: { isDisabled: true, reason: "a test" },
  });
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([POLICY, POLICY]);
  await expect.poll(() => statusAt(first, user)).toBe(401);
  expect(performance.now() - before).toBeLessThan(HELD_MS_MAX);
});

test("an announcement from one server reaches a stream on the other", async () => {
  const user = await signUp(servers.first.url, "Reader");
  const listener = await listen(servers.first, user);
  await admin.call("setBanner", {
    body: {
      text: "Closed on Sunday",
      severity: "info",
      from: null,
      until: null,
      seenId: null,
      reason: "a test",
    },
  });
  await expect.poll(() => listener.received).toContainEqual(event("terms", { what: "banner" }));
});

test("a session that ended without an event loses its socket", async () => {
  const { second, database } = servers;
  const user = await signUp(second.url, "Silent");
  const { id: userId } = await user.call("getMe");
  const listener = await listen(second, user);
  const before = performance.now();
  await database.query("delete from users_sessions where user_id = $1", [userId]);
  expect(await listener.closed).toBe(POLICY);
  expect(performance.now() - before).toBeLessThan(HELD_MS_MAX);
});

test("streams reload their data after PostgreSQL disconnects the bus", async () => {
  const { first, second, database } = servers;
  const user = await signUp(first.url, "Patient");
  const listener = await listen(second, user);
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'hashfloor-bus' and datname = current_database()`,
  );
  await expect.poll(() => listener.received).toContainEqual({ type: "missed" });
  await expect
    .poll(async () => {
      await user.call("updateMe", { body: { name: `Patient ${listener.received.length}` } });
      return listener.received;
    })
    .toContainEqual(event("me", { what: "profile" }));
});

test("the address lock applies at one server while the other turns it off", async () => {
  const { first, second } = servers;
  const user = await signUp(first.url, "Limited");
  const { id: userId } = await user.call("getMe");
  const credit = userAccount(userId, "available", "BTC");
  const coins = { credit, debit: outsideAccount("chain"), amount: 1_000_000n };
  await servers.database.transaction((tx) =>
    postAll(tx, [{ ...coins, id: newUuid(), code: "deposit" }]),
  );
  const key = messageKey(randomBytes(32), "p2wpkh");
  const { id: challengeId, message } = await user.call("makeConnectionChallenge", {
    body: { address: key.address },
  });
  await user.call("saveConnection", { body: { challengeId, signature: key.sign(message) } });
  await user.call("setAddressLock", { body: { isOn: true } });
  const thief = await signIn(second.url, user.email, user.password);
  const elsewhere = () => requestWithdrawal(thief, 100_000, outsideAddress(), randomUUID());
  const raced = await Promise.allSettled([
    user.call("setAddressLock", { body: { isOn: false } }),
    elsewhere(),
    thief.call("setAddressLock", { body: { isOn: false } }),
  ]);
  const refused = { status: "rejected", reason: { problem: { code: "address_not_verified" } } };
  expect(raced).toMatchObject([
    { status: "fulfilled", value: { isOn: true } },
    refused,
    { status: "fulfilled", value: { isOn: true } },
  ]);
  await expect(elsewhere()).rejects.toMatchObject(refused.reason);
  // The user removes the only verified address, after which the other server must allow no address.
  const [saved] = (await user.call("listConnections")).items;
  await user.call("removeConnection", { params: { connectionId: saved?.id ?? "" } });
  await expect(requestWithdrawal(thief, 100_000, key.address, randomUUID())).rejects.toMatchObject(
    refused.reason,
  );
  expect((await thief.call("listWithdrawals")).items).toEqual([]);
});
