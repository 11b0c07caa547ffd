/**
 * Tests the chat over HTTP: refusals, idempotent sending, limits, history, read marks and the list
 * for administrators.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { chatLimits } from "#api/limits";
import { deleteChat } from "#support";
import { deletePerson } from "#users";
import { message, newVisitor, texts, openChat } from "../../../test/support/people/chat.ts";
import { nothingElsewhere } from "../../../test/support/fakes/nothing-in-other-modules.ts";
import { signUp } from "../../../test/support/servers/sign-in-server.ts";

const MINUTE_MS = 60_000;
const {
  adopt,
  answer,
  ask,
  chat,
  chatOf,
  desk,
  own,
  send,
  sendAsVisitor,
  tokenOf,
  visitorSees,
  notifications,
} = openChat();

describe("refusals", () => {
  test("a message without a session or with an ended session is refused", async () => {
    expect((await send(message("Hello"), "")).status).toBe(401);
    expect((await own("", "")).status).toBe(401);
    await send(message("Hello"));
    await chat.person.client.auth.signOut({ scope: "global" });
    expect(await send(message("Still here?"))).toMatchObject({
      status: 401,
      body: { code: "session_ended" },
    });
    expect(texts(await own("", await tokenOf(chat.person.email)))).toEqual(["Hello"]);
  });

  test.each([
    ["spaces only", message(" \t\n ")],
    ["nothing", message("")],
    ["invisible characters", message("\u200b \u202e\u3164\ufe0f")],
    ["2001 characters", message("x".repeat(chatLimits.textMax + 1))],
    ["a NUL", message("a\0b")],
    ["a control character", message("a\u0007b")],
    ["half a surrogate pair", message("a\ud800")],
    ["an attachment", { ...message("Look"), attachment: "data:image/svg+xml,<svg/>" }],
    ["a claim to be from support", { ...message("Hello"), author: "administrator" }],
    ["a malformed id", message("Hello", "1")],
    ["no id", { text: "Hello" }],
  ])("a message is refused: %s", async (_, body) => {
    expect((await send(body)).status).toBe(400);
    expect((await own()).body.chatId).toBeNull();
  });

  test("a message of 64 KB or a file instead of JSON is refused", async () => {
    expect((await send(message("x".repeat(65_536)))).status).toBe(413);
    const upload = await chat.app.inject({
      method: "POST",
      url: "/api/v1/chat/messages",
      headers: {
        authorization: `Bearer ${chat.token}`,
        "content-type": "multipart/form-data; boundary=x",
      },
      payload: "--x--",
    });
    expect(upload.statusCode).toBe(415);
  });

  test("a malformed visitor token is refused", async () => {
    expect((await sendAsVisitor("short", "Hello")).status).toBe(400);
    expect((await visitorSees("short")).status).toBe(400);
  });
});

test("a message of 2,000 characters, HTML or links is stored verbatim", async () => {
  const text = `<img src=x onerror="alert(1)"> javascript:alert(1)\n\tsecond line`;
  await send(message(`  ${text} \n`));
  await send(message("x".repeat(chatLimits.textMax)));
  expect(texts(await own())).toEqual([text, "x".repeat(chatLimits.textMax)]);
});

describe("repeated requests", () => {
  test("ten concurrent requests with one clientMessageId store one message", async () => {
    const body = message("Only once");
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(texts(await own())).toEqual(["Only once"]);
    expect(await send({ ...body, text: "Another" })).toMatchObject({
      status: 422,
      body: { code: "message_id_reused" },
    });
  });

  test("a visitor's repeated request starts one conversation with one message", async () => {
    const visitorToken = newVisitor();
    const body = { ...message("Only once"), visitorToken };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask("POST", "/chat/visitor/messages", { body })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(texts(await visitorSees(visitorToken))).toEqual(["Only once"]);
  });

  test("an administrator's repeated request stores one answer and one notification", async () => {
    await send(message("Hello"));
    const chatId = await chatOf();
    const body = message("Good day");
    const path = `/admin/support/chats/${chatId}/messages`;
    await Promise.all(
      Array.from({ length: 5 }, () => ask("POST", path, { bearer: chat.boss, body })),
    );
    expect(texts(await own())).toEqual(["Hello", "Good day"]);
    expect(await notifications()).toEqual(["Support answered in the chat"]);
  });
});

test("each user can send up to twenty messages a minute", async () => {
  const answers = await Promise.all(
    Array.from({ length: 26 }, (_, count) => send(message(`No ${count}`))),
  );
  const sent = answers.filter(({ status }) => status === 200);
  expect(sent).toHaveLength(chatLimits.messagesPerMinuteMax);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 429,
    body: { code: "too_many_chat_messages" },
  });
  const positions = sent.map(({ body }) => body.position).toSorted((a, b) => a - b);
  expect(positions).toEqual(sent.map((_, index) => index + 1));
  expect(
    (await send(message("Hello"), (await signUp(chat.server)).session.access_token)).status,
  ).toBe(200);
  chat.server.clock.move(MINUTE_MS);
  expect((await send(message("Again"))).status).toBe(200);
});

test.each(["👍", "👩‍👩‍👧", "שלום", "?", "\u0915\u094d"])(
  "a message with a visible character is accepted: %s",
  async (text) => {
    await send(message(text));
    expect(texts(await own())).toEqual([text]);
  },
);

test("tickets count towards the limit of 400 messages a day", async () => {
  const { database } = chat.server.deps;
  const { userId } = chat.person;
  await send(message("Hello"));
  await database.query(
    "update users_rate_counters set count = $2 where key = 'support-day/' || $1",
    [userId, chatLimits.messagesPerDayMax],
  );
  const refused = await send(message("Too many"));
  expect(refused).toMatchObject({ status: 429, body: { code: "too_many_messages_today" } });
  expect(texts(await own())).toEqual(["Hello"]);
});

test("history is read page by page, each page oldest first", async () => {
  for (const text of ["one", "two", "three", "four", "five"]) await send(message(text));
  const first = await own("?limit=2");
  expect(texts(first)).toEqual(["four", "five"]);
  const second = await own(`?limit=2&cursor=${first.body.nextCursor}`);
  expect(texts(second)).toEqual(["two", "three"]);
  const third = await own(`?limit=2&cursor=${second.body.nextCursor}`);
  expect(texts(third)).toEqual(["one"]);
  expect(third.body.nextCursor).toBeNull();
  expect((await own("?cursor=x")).status).toBe(400);
});

test("the user and the administrators have separate unread counts", async () => {
  await send(message("one"));
  await send(message("two"));
  const chatId = await chatOf();
  expect((await desk(chatId)).body.unreadCount).toBe(2);
  const readByStaff = (position: number) =>
    ask("POST", `/admin/support/chats/${chatId}/read`, { bearer: chat.boss, body: { position } });
  expect((await readByStaff(1)).body.unreadCount).toBe(1);
  expect((await readByStaff(1_000_000)).body.unreadCount).toBe(0);
  expect((await own()).body.readByOtherTo).toBe(2);
  await answer(chatId, "three");
  expect((await own()).body.unreadCount).toBe(1);
  const read = (position: number) =>
    ask("POST", "/chat/read", { bearer: chat.token, body: { position } });
  expect((await read(3)).body.unreadCount).toBe(0);
  expect((await read(0)).body.unreadCount).toBe(0);
  await send(message("four"));
  expect((await desk(chatId)).body).toMatchObject({ unreadCount: 1, readByOtherTo: 3 });
});

test("administrators list conversations in pages, sorted by newest message", async () => {
  const others = [await signUp(chat.server), await signUp(chat.server), await signUp(chat.server)];
  for (const other of others) await send(message("Hello"), other.session.access_token);
  const list = async (query: string) =>
    (await ask("GET", `/admin/support/chats?limit=2${query}`, { bearer: chat.boss })).body;
  const first = await list("");
  const second = await list(`&cursor=${first.nextCursor}`);
  const emails = [...first.items, ...second.items].map(({ email }) => email);
  expect(emails.slice(0, 3)).toEqual(others.toReversed().map(({ email }) => email));
  await send(message("Me again"), others[0]?.session.access_token);
  expect((await list("")).items[0]?.email).toBe(others[0]?.email);
  for (const cursor of ["x", `-200000-01-01T00:00:00Z_cht_${"0".repeat(32)}`])
    expect(
      (await ask("GET", `/admin/support/chats?cursor=${cursor}`, { bearer: chat.boss })).status,
    ).toBe(400);
});

test("a visitor's message whose id the user also used is kept as a separate message", async () => {
  const visitorToken = newVisitor();
  const id = randomUUID();
  await ask("POST", "/chat/visitor/messages", {
    body: { ...message("As a visitor", id), visitorToken },
  });
  await send(message("As myself", id));
  expect((await adopt(visitorToken)).status).toBe(200);
  expect(texts(await own())).toEqual(["As myself", "As a visitor"]);
  expect((await send(message("As myself", id))).status).toBe(200);
  expect(texts(await own())).toEqual(["As myself", "As a visitor"]);
});

test("deleting a user deletes the user's messages", async () => {
  await send(message("Hello"));
  const chatId = await chatOf();
  await chat.server.deps.database.transaction((tx) => deleteChat(tx, chat.person.userId));
  expect((await desk(chatId)).status).toBe(404);
  expect((await own()).body.chatId).toBeNull();
});

test("no message is stored for a user who is deleted during the request", async () => {
  const { database } = chat.server.deps;
  const { userId } = chat.person;
  const visitorToken = newVisitor();
  await sendAsVisitor(visitorToken, "Who is there?");
  expect((await own()).status).toBe(200);
  await database.transaction((tx) =>
    deletePerson(tx, { userId, now: new Date(), rules: nothingElsewhere }),
  );
  const ended = { status: 401, body: { code: "session_ended" } };
  expect(await send(message("Hello"))).toMatchObject(ended);
  expect(await adopt(visitorToken)).toMatchObject(ended);
  expect(await database.query("select from support_chats where user_id = $1", [userId])).toEqual(
    [],
  );
});
