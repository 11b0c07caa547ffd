/** The chat over HTTP: who may write and read what, what is refused, one message for one press, letters once per silence. */
import { randomBytes, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chatApi } from "#api-schema/chat";
import { chatLimits } from "#api-schema/limits";
import { silentLog } from "#platform";
import { chatRoutes, createPresence, deleteChat, sweepVisitorChats } from "#support";
import { authenticate } from "#users";
import { createHttpServer } from "../../server/http.ts";
import { registerApi } from "../../server/routes.ts";
import {
  PASSWORD,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../test/support/sign-in-server.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Answer {
  readonly status: number;
  readonly body: {
    readonly code: string;
    readonly chatId: string;
    readonly messages: readonly { text: string; author: string; position: number }[];
    readonly items: readonly { chatId: string; unreadCount: number; email: string | null }[];
    readonly nextCursor: string | null;
    readonly unreadCount: number;
    readonly readByOtherTo: number;
    readonly position: number;
    readonly isOtherHere: boolean;
    readonly isOtherTyping: boolean;
  };
}

const presence = createPresence();
let server: SignInServer;
let app: FastifyInstance;
let bossEmail: string;
let person: Awaited<ReturnType<typeof signUp>>;
let token: string;
let boss: string;

beforeAll(async () => {
  server = await startSignInServer();
  app = await createHttpServer({
    log: silentLog,
    inlineHashes: { scripts: [], styles: [] },
    connectHosts: [],
  });
  registerApi(app, chatApi, chatRoutes({ ...server.parts, presence }), {
    authenticate: (bearer) => authenticate(server.parts, bearer),
  });
  const administrator = await signUp(server);
  await server.parts.database.query(
    "insert into users_roles (user_id, role, granted_at) values ($1, 'administrator', now())",
    [administrator.userId],
  );
  bossEmail = administrator.email;
});
beforeEach(async () => {
  person = await signUp(server);
  token = person.session.access_token;
  boss = await tokenOf(bossEmail);
});
afterAll(async () => {
  await app.close();
  await server.close();
});

async function tokenOf(email: string): Promise<string> {
  const { data } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
  return data.session?.access_token ?? "";
}

async function ask(
  method: "GET" | "POST",
  path: string,
  { bearer = "", body, ip = "203.0.113.1" }: { bearer?: string; body?: object; ip?: string } = {},
): Promise<Answer> {
  const answer = await app.inject({
    method,
    url: `/api/v1${path}`,
    remoteAddress: ip,
    headers: bearer === "" ? {} : { authorization: `Bearer ${bearer}` },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const message = (text: string, clientMessageId: string = randomUUID()) => ({
  text,
  clientMessageId,
});
const send = (body: object, bearer = token) => ask("POST", "/chat/messages", { bearer, body });
const own = (query = "", bearer = token) => ask("GET", `/chat${query}`, { bearer });
const texts = ({ body }: Answer) => body.messages.map(({ text }) => text);

async function chatOf(bearer = token): Promise<string> {
  return (await own("", bearer)).body.chatId;
}
const answer = (chatId: string, text: string, bearer = boss) =>
  ask("POST", `/admin/support/chats/${chatId}/messages`, { bearer, body: message(text) });
const desk = (chatId: string, bearer = boss) =>
  ask("GET", `/admin/support/chats/${chatId}`, { bearer });

const newVisitor = () => randomBytes(32).toString("base64url");
const sendAsVisitor = (visitorToken: string, text: string, ip?: string) =>
  ask("POST", "/chat/visitor/messages", {
    body: { ...message(text), visitorToken },
    ...(ip === undefined ? {} : { ip }),
  });
const visitorSees = (visitorToken: string, more: object = {}) =>
  ask("POST", "/chat/visitor", { body: { visitorToken, ...more } });

describe("refused", () => {
  test("without a session, and with one that was ended in the middle of a conversation", async () => {
    expect((await send(message("Hello"), "")).status).toBe(401);
    expect((await own("", "")).status).toBe(401);
    await send(message("Hello"));
    await person.client.auth.signOut({ scope: "global" });
    expect(await send(message("Still here?"))).toMatchObject({
      status: 401,
      body: { code: "session_ended" },
    });
    expect(texts(await own("", await tokenOf(person.email)))).toEqual(["Hello"]);
  });

  test.each([
    ["spaces only", message(" \t\n ")],
    ["nothing", message("")],
    ["2001 characters", message("x".repeat(chatLimits.textMax + 1))],
    ["a NUL", message("a\0b")],
    ["a control character", message("a\u0007b")],
    ["half a surrogate pair", message("a\ud800")],
    ["an attachment", { ...message("Look"), attachment: "data:image/svg+xml,<svg/>" }],
    ["a word that it is from staff", { ...message("Hello"), author: "administrator" }],
    ["an id that is none", message("Hello", "1")],
    ["no id", { text: "Hello" }],
  ])("%s", async (_, body) => {
    expect((await send(body)).status).toBe(400);
    expect((await own()).body.chatId).toBeNull();
  });

  test("64 KB, and a file instead of JSON", async () => {
    expect((await send(message("x".repeat(65_536)))).status).toBe(413);
    const upload = await app.inject({
      method: "POST",
      url: "/api/v1/chat/messages",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "multipart/form-data; boundary=x",
      },
      payload: "--x--",
    });
    expect(upload.statusCode).toBe(415);
  });

  test("a visitor's token that is none", async () => {
    expect((await sendAsVisitor("short", "Hello")).status).toBe(400);
    expect((await visitorSees("short")).status).toBe(400);
  });
});

test("2000 characters, HTML and javascript: links are kept as they were written, without the spaces around", async () => {
  const text = `<img src=x onerror="alert(1)"> javascript:alert(1)\n\tsecond line`;
  await send(message(`  ${text} \n`));
  await send(message("x".repeat(chatLimits.textMax)));
  expect(texts(await own())).toEqual([text, "x".repeat(chatLimits.textMax)]);
});

describe("the same clientMessageId", () => {
  test("is one message, also when ten arrive at once", async () => {
    const body = message("Only once");
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(texts(await own())).toEqual(["Only once"]);
    expect(await send({ ...body, text: "Another" })).toMatchObject({
      status: 422,
      body: { code: "message_id_reused" },
    });
  });

  test("is one conversation and one message of a visitor", async () => {
    const visitorToken = newVisitor();
    const body = { ...message("Only once"), visitorToken };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask("POST", "/chat/visitor/messages", { body })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(texts(await visitorSees(visitorToken))).toEqual(["Only once"]);
  });

  test("of an administrator is one answer and one letter", async () => {
    await send(message("Hello"));
    const chatId = await chatOf();
    const body = message("Good day");
    const path = `/admin/support/chats/${chatId}/messages`;
    await Promise.all(Array.from({ length: 5 }, () => ask("POST", path, { bearer: boss, body })));
    expect(texts(await own())).toEqual(["Hello", "Good day"]);
    expect(await letters()).toEqual(["Support answered in the chat"]);
  });
});

test("twenty a minute, counted exactly when more arrive at once, then again; others are free", async () => {
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
  expect((await send(message("Hello"), (await signUp(server)).session.access_token)).status).toBe(
    200,
  );
  server.clock.move(MINUTE_MS);
  expect((await send(message("Again"))).status).toBe(200);
});

test("history comes page by page, each page oldest first", async () => {
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

test("unread messages are counted per side until read; a mark never goes back or ahead", async () => {
  await send(message("one"));
  await send(message("two"));
  const chatId = await chatOf();
  expect((await desk(chatId)).body.unreadCount).toBe(2);
  const readByStaff = (position: number) =>
    ask("POST", `/admin/support/chats/${chatId}/read`, { bearer: boss, body: { position } });
  expect((await readByStaff(1)).body.unreadCount).toBe(1);
  expect((await readByStaff(1_000_000)).body.unreadCount).toBe(0);
  expect((await own()).body.readByOtherTo).toBe(2);
  await answer(chatId, "three");
  expect((await own()).body.unreadCount).toBe(1);
  const read = (position: number) =>
    ask("POST", "/chat/read", { bearer: token, body: { position } });
  expect((await read(3)).body.unreadCount).toBe(0);
  expect((await read(0)).body.unreadCount).toBe(0);
  await send(message("four"));
  expect((await desk(chatId)).body).toMatchObject({ unreadCount: 1, readByOtherTo: 3 });
});

describe("another's conversation", () => {
  test("is nobody's business: the desk is closed to users, and a stranger sees his own empty one", async () => {
    await send(message("Secret"));
    const chatId = await chatOf();
    const stranger = (await signUp(server)).session.access_token;
    for (const [bearer, status] of [
      ["", 401],
      [stranger, 403],
      [token, 403],
    ] as const) {
      expect((await desk(chatId, bearer)).status).toBe(status);
      expect((await answer(chatId, "I am staff", bearer)).status).toBe(status);
    }
    expect((await own("", stranger)).body).toMatchObject({ chatId: null, messages: [] });
    expect(texts(await own())).toEqual(["Secret"]);
  });

  test("a visitor's token opens his own only, and an unknown one looks like a new one", async () => {
    const [ann, bob] = [newVisitor(), newVisitor()];
    await sendAsVisitor(ann, "From Ann");
    await sendAsVisitor(bob, "From Bob");
    expect(texts(await visitorSees(bob))).toEqual(["From Bob"]);
    expect((await visitorSees(newVisitor())).body).toMatchObject({ chatId: null, messages: [] });
  });

  test("an id that does not exist is a missing one", async () => {
    for (const chatId of ["x", `cht_${"0".repeat(32)}`]) {
      const missing = { status: 404, body: { code: "chat_not_found" } };
      expect(await desk(chatId)).toMatchObject(missing);
      expect(await answer(chatId, "Hello")).toMatchObject(missing);
    }
  });

  test("who lost the role a moment ago writes as staff no more", async () => {
    await send(message("Hello"));
    const former = await signUp(server);
    const { database } = server.parts;
    await database.query(
      "insert into users_roles (user_id, role, granted_at) values ($1, 'administrator', now())",
      [former.userId],
    );
    const bearer = await tokenOf(former.email);
    const chatId = await chatOf();
    expect((await answer(chatId, "Good day", bearer)).status).toBe(200);
    await database.query("delete from users_roles where user_id = $1", [former.userId]);
    expect((await answer(chatId, "And one more", bearer)).status).toBe(403);
  });
});

async function letters(): Promise<string[]> {
  const rows = await server.parts.database.query<{ subject: string }>(
    "select subject from notifications_letters where user_id = $1 and template = 'chat_answered' order by id",
    [person.userId],
  );
  return rows.map(({ subject }) => subject);
}

describe("an answer to a user who is away", () => {
  test("goes to the mailbox once, and again after the user was heard of", async () => {
    await send(message("Hello"));
    const chatId = await chatOf();
    await answer(chatId, "Good day");
    await answer(chatId, "How can I help?");
    expect(await letters()).toEqual(["Support answered in the chat"]);
    await ask("POST", "/chat/read", { bearer: token, body: { position: 3 } });
    await answer(chatId, "Still there?");
    expect(await letters()).toHaveLength(2);
    await send(message("Yes"));
    await answer(chatId, "Good");
    expect(await letters()).toHaveLength(3);
  });

  test("is no letter while the user has a stream open", async () => {
    await send(message("Hello"));
    const leave = presence.enter({ userId: person.userId, isAdmin: false });
    const chatId = await chatOf();
    await answer(chatId, "Good day");
    expect(await letters()).toEqual([]);
    leave();
    await answer(chatId, "Are you gone?");
    expect(await letters()).toHaveLength(1);
  });
});

test("an administrator is here while one has a stream open; his own does not count for himself", async () => {
  expect((await own()).body.isOtherHere).toBe(false);
  const leave = presence.enter({ userId: person.userId, isAdmin: true });
  expect((await own()).body.isOtherHere).toBe(false);
  expect((await visitorSees(newVisitor())).body.isOtherHere).toBe(true);
  leave();
  expect((await visitorSees(newVisitor())).body.isOtherHere).toBe(false);
});

test("typing is shown to the other side and runs out, or ends with the message", async () => {
  await send(message("Hello"));
  const chatId = await chatOf();
  const type = () => ask("POST", `/admin/support/chats/${chatId}/typing`, { bearer: boss });
  await type();
  expect((await own()).body.isOtherTyping).toBe(true);
  expect((await desk(chatId)).body.isOtherTyping).toBe(false);
  server.clock.move(chatLimits.typingSeconds * 1_000);
  expect((await own()).body.isOtherTyping).toBe(false);
  await type();
  await answer(chatId, "Good day");
  expect((await own()).body.isOtherTyping).toBe(false);
  await ask("POST", "/chat/typing", { bearer: token });
  expect((await desk(chatId)).body.isOtherTyping).toBe(true);
});

describe("a visitor before sign-in", () => {
  test("writes, is answered, reads and types", async () => {
    const visitorToken = newVisitor();
    await sendAsVisitor(visitorToken, "Is it free?");
    const { chatId } = (await visitorSees(visitorToken)).body;
    const { items } = (await ask("GET", "/admin/support/chats", { bearer: boss })).body;
    expect(items.find((chat) => chat.chatId === chatId)).toMatchObject({
      email: null,
      unreadCount: 1,
    });
    await answer(chatId, "Yes");
    expect((await visitorSees(visitorToken)).body).toMatchObject({ unreadCount: 1 });
    const read = await visitorSees(visitorToken, { readTo: 2, isTyping: true });
    expect(read.body).toMatchObject({ unreadCount: 0 });
    expect(texts(read)).toEqual(["Is it free?", "Yes"]);
    expect((await desk(chatId)).body).toMatchObject({ readByOtherTo: 2, isOtherTyping: true });
  });

  test("is known by a hash only, for a day after the last message", async () => {
    const visitorToken = newVisitor();
    await sendAsVisitor(visitorToken, "Hello");
    const stored = await server.parts.database.query<{ text: string }>(
      "select support_chats::text as text from support_chats",
    );
    expect(JSON.stringify(stored)).not.toContain(visitorToken);
    server.clock.move((chatLimits.visitorHours - 1) * HOUR_MS);
    expect((await sendAsVisitor(visitorToken, "Me again")).status).toBe(200);
    server.clock.move((chatLimits.visitorHours - 1) * HOUR_MS);
    expect((await visitorSees(visitorToken)).status).toBe(200);
    server.clock.move(HOUR_MS);
    const ended = { status: 409, body: { code: "visitor_chat_ended" } };
    expect(await visitorSees(visitorToken)).toMatchObject(ended);
    expect(await sendAsVisitor(visitorToken, "And again")).toMatchObject(ended);
  });

  test("is limited by address as well as by token", async () => {
    const ip = "203.0.113.77";
    const sent = async (visitorToken: string) =>
      (await sendAsVisitor(visitorToken, "Hi", ip)).status;
    const statuses: number[] = [];
    for (let count = 0; count < chatLimits.visitorChatsPerHourMax; count += 1)
      statuses.push(await sent(newVisitor()));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await sent(newVisitor())).toBe(429);
    server.clock.move(2 * MINUTE_MS);
    expect(await sent(newVisitor())).toBe(429);
    expect((await sendAsVisitor(newVisitor(), "Hi", "203.0.113.78")).status).toBe(200);
    server.clock.move(HOUR_MS);
    expect(await sent(newVisitor())).toBe(200);
  });

  test("is forgotten after thirty days", async () => {
    const visitorToken = newVisitor();
    await sendAsVisitor(visitorToken, "Hello");
    const { chatId } = (await visitorSees(visitorToken)).body;
    server.clock.move((chatLimits.visitorChatDays - 1) * 24 * HOUR_MS);
    boss = await tokenOf(bossEmail);
    await sweepVisitorChats(server.parts);
    expect((await desk(chatId)).status).toBe(200);
    server.clock.move(25 * HOUR_MS);
    boss = await tokenOf(bossEmail);
    await sweepVisitorChats(server.parts);
    expect((await desk(chatId)).status).toBe(404);
  });
});

test("the desk lists conversations, the last one written in first, page by page", async () => {
  const others = [await signUp(server), await signUp(server), await signUp(server)];
  for (const other of others) await send(message("Hello"), other.session.access_token);
  const list = async (query: string) =>
    (await ask("GET", `/admin/support/chats?limit=2${query}`, { bearer: boss })).body;
  const first = await list("");
  const second = await list(`&cursor=${first.nextCursor}`);
  const emails = [...first.items, ...second.items].map(({ email }) => email);
  expect(emails.slice(0, 3)).toEqual(others.toReversed().map(({ email }) => email));
  await send(message("Me again"), others[0]?.session.access_token);
  expect((await list("")).items[0]?.email).toBe(others[0]?.email);
  expect((await ask("GET", "/admin/support/chats?cursor=x", { bearer: boss })).status).toBe(400);
});

test("with the person the words go", async () => {
  await send(message("Hello"));
  const chatId = await chatOf();
  await server.parts.database.transaction((tx) => deleteChat(tx, person.userId));
  expect((await desk(chatId)).status).toBe(404);
  expect((await own()).body.chatId).toBeNull();
});
