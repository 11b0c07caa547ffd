/** Tests the webhook of the SMS gateway: the request, and the effect of each kind of response. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { PRACTICE_LABEL } from "#platform";
import { testDatabase, type TestDatabase } from "../../../test/support/servers/database.ts";
import {
  PHONE,
  reachableUser,
  sendCode,
  testOutbox,
  type Outbox,
} from "../../../test/support/servers/outbox.ts";
import { saveOutlet } from "./outbox-table.ts";
import { answers, startSmsSink, type SmsSink } from "../../../test/support/fakes/sms-sink.ts";

let installation: TestDatabase;
let sms: SmsSink;
let outbox: Outbox;
beforeAll(async () => {
  installation = await testDatabase();
});
beforeEach(async () => {
  sms = await startSmsSink();
  outbox = await testOutbox(installation.database, {
    smtpUrl: "smtp://127.0.0.1:9",
    smsUrl: sms.url,
  });
});
afterEach(async () => {
  outbox.close();
  await sms.close();
  await installation.database.query("delete from notifications_outbox");
});
afterAll(() => installation.close());

const row = async () =>
  (
    await installation.database.query("select * from notifications_outbox where channel = 'sms'")
  )[0];

async function sendOne(): Promise<string> {
  const { userId } = await reachableUser(installation.database);
  await sendCode(installation.database, { userId, code: "246810", now: outbox.clock.now() });
  await outbox.sms();
  return userId;
}

test("a withdrawal code is sent as JSON with an idempotency key", async () => {
  const userId = await sendOne();
  const [first] = sms.sent;
  if (!first) throw new Error("no SMS arrived");
  const { headers, body } = first;
  expect(body).toEqual({
    id: expect.stringMatching(/^out_[0-9a-f]{32}$/),
    to: PHONE,
    text: `${PRACTICE_LABEL}: 246810 is your code for: a withdrawal. It works once, within 10 minutes. Do not share it.`,
    practice: true,
  });
  expect(headers["idempotency-key"]).toBe(body.id);
  expect(headers.authorization).toBe("Bearer secret");
  expect(headers["content-type"]).toBe("application/json");
  expect(await row()).toMatchObject({ state: "sent", body: null, recipient: null });
  const messages = await installation.database.query<{ body: string }>(
    "select body from notifications_messages where user_id = $1 and channel = 'sms'",
    [userId],
  );
  expect(messages[0]?.body).toContain("(in the SMS only)");
});

test("without a gateway, the SMS in the mailbox leaves out a code sent by e-mail", async () => {
  await saveOutlet(installation.database, { channel: "sms", isOpen: false });
  const { userId } = await reachableUser(installation.database);
  await sendCode(installation.database, { userId, code: "246810", now: outbox.clock.now() });
  const messages = await installation.database.query<{ channel: string; body: string }>(
    "select channel, body from notifications_messages where user_id = $1 and template = 'security_code' order by channel",
    [userId],
  );
  expect(messages.map(({ channel }) => channel)).toEqual(["email", "sms"]);
  for (const { body } of messages) {
    expect(body).toContain("(in the e-mail only)");
    expect(body).not.toContain("246810");
  }
});

test.each([200, 201, 204])("%s: the SMS is accepted", async (status) => {
  sms.answer = answers.status(status);
  await sendOne();
  expect(await row()).toMatchObject({ state: "sent" });
});

test.each([400, 401, 404, 422])("%s: the SMS is never sent again", async (status) => {
  sms.answer = answers.status(status);
  await sendOne();
  expect(await row()).toMatchObject({ state: "dead", problem: `SMS gateway: ${status}` });
});

test.each([500, 502, 503, 408, 429])(
  "%s: the SMS is sent again with the same id",
  async (status) => {
    sms.answer = answers.status(status);
    await sendOne();
    expect(await row()).toMatchObject({ state: "waiting", attempts: 1 });
    sms.answer = answers.status(202);
    outbox.clock.move(10_000);
    await outbox.sms();
    expect(await row()).toMatchObject({ state: "sent", attempts: 2 });
    expect(sms.sent).toHaveLength(2);
    expect(new Set(sms.sent.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  },
);

test("a request without a response is repeated with the same id", async () => {
  sms.answer = answers.silence;
  await sendOne();
  expect(await row()).toMatchObject({ state: "waiting", problem: "SMS gateway: TimeoutError" });
  sms.answer = answers.status(200);
  outbox.clock.move(10_000);
  await outbox.sms();
  expect(new Set(sms.sent.map(({ body }) => body.id)).size).toBe(1);
});

test("redirects are not followed", async () => {
  const other = await startSmsSink();
  sms.answer = answers.status(307, { location: other.url.replace("secret@", "") });
  await sendOne();
  await other.close();
  expect(other.sent).toEqual([]);
  expect(await row()).toMatchObject({ state: "dead", problem: "SMS gateway: 307" });
});

test("an endless response is read only up to a limit", async () => {
  sms.answer = answers.endless;
  await sendOne();
  expect(await row()).toMatchObject({ state: "sent" });
});

test("a message is sent again once the gateway is back", async () => {
  await sms.close();
  await sendOne();
  expect(await row()).toMatchObject({ state: "waiting", problem: "SMS gateway: TypeError" });
  sms = await startSmsSink();
});
