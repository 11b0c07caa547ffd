/** Tickets over HTTP: who may write, what is refused, one ticket for one press, and nobody reads another's. */
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { supportApi } from "#api-schema/support";
import { supportLimits } from "#api-schema/limits";
import { silentLog } from "#platform";
import { supportRoutes } from "#support";
import { recordAnswer } from "#admin";
import { authenticate } from "#users";
import { createHttpServer } from "../server/http.ts";
import { registerApi } from "../server/routes.ts";
import {
  PASSWORD,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../test/support/sign-in-server.ts";

const HOUR_MS = 3_600_000;

interface Ticket {
  readonly id: string;
  readonly subject: string;
  readonly state: string;
  readonly messages: readonly {
    readonly id: string;
    readonly author: string;
    readonly text: string;
  }[];
  readonly nextCursor: string | null;
}

let server: SignInServer;
let app: FastifyInstance;
let token: string;
let userId: string;
let email: string;

beforeAll(async () => {
  server = await startSignInServer();
  app = await createHttpServer({
    log: silentLog,
    inlineHashes: { scripts: [], styles: [] },
    connectHosts: [],
  });
  registerApi(app, supportApi, supportRoutes({ ...server.parts, recordAnswer }), {
    authenticate: (bearer) => authenticate(server.parts, bearer),
  });
});
beforeEach(async () => {
  const person = await signUp(server);
  token = person.session.access_token;
  ({ userId, email } = person);
});
afterAll(async () => {
  await app.close();
  await server.close();
});

async function send(body: unknown, bearer: string | undefined = token) {
  const answer = await app.inject({
    method: "POST",
    url: "/api/v1/support/tickets",
    headers: bearer === "" ? {} : { authorization: `Bearer ${bearer}` },
    payload: body as object,
  });
  return { status: answer.statusCode, body: answer.json<Ticket & { code: string }>() };
}

async function list(query = "", bearer = token) {
  const answer = await app.inject({
    url: `/api/v1/support/tickets${query}`,
    headers: bearer === "" ? {} : { authorization: `Bearer ${bearer}` },
  });
  const body = answer.json<{ items: Ticket[]; nextCursor: string | null; code: string }>();
  return { status: answer.statusCode, ...body };
}

const hello = { subject: "Deposit", message: "Where is it?" };

describe("refused", () => {
  test("without a session", async () => {
    expect((await send(hello, "")).status).toBe(401);
    expect((await list("", "")).status).toBe(401);
  });

  test.each([
    ["no subject", { message: "Hello" }],
    ["a subject of spaces", { ...hello, subject: " \t " }],
    ["a message of spaces", { ...hello, message: " \n\n " }],
    ["a subject of two lines", { ...hello, subject: "one\r\nBcc: x@y.z" }],
    ["a NUL", { ...hello, message: "a\0b" }],
    ["a long subject", { ...hello, subject: "x".repeat(supportLimits.subjectMax + 1) }],
    ["a long message", { ...hello, message: "x".repeat(supportLimits.messageMax + 1) }],
    ["a field too many", { ...hello, author: "administrator" }],
    ["a requestId that is none", { ...hello, requestId: "1" }],
  ])("%s", async (_, body) => {
    expect((await send(body)).status).toBe(400);
    expect((await list()).items).toEqual([]);
  });

  test("64 KB", async () => {
    const { status } = await send({ ...hello, message: "x".repeat(65_536) });
    expect(status).toBe(413);
    expect((await list()).items).toEqual([]);
  });

  test("a page that does not exist", async () => {
    expect(await list("?cursor=x")).toMatchObject({ status: 400, code: "bad_cursor" });
  });
});

test("a ticket is kept as it was written, and a letter confirms it", async () => {
  const message = '<img src=x onerror="alert(1)"> javascript:alert(1)\nsecond line';
  const { status, body } = await send({ subject: "  Help  ", message });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    subject: "Help",
    state: "open",
    messages: [{ author: "user", text: message }],
  });
  expect((await list()).items).toEqual([body]);
  const [letter] = await server.parts.database.query<{ subject: string; body: string }>(
    "select subject, body from notifications_letters where user_id = $1 and template = 'ticket_received'",
    [userId],
  );
  expect(letter?.subject).toBe("We have your message: Help");
  expect(letter?.body).toContain("Support will reply within 24 hours");
});

test("the same request files one ticket, also when both arrive at once", async () => {
  const body = { ...hello, requestId: randomUUID() };
  const [first, second] = await Promise.all([send(body), send(body)]);
  expect(second.body).toEqual(first.body);
  expect((await list()).items).toHaveLength(1);
  expect(await send({ ...body, message: "Another" })).toMatchObject({
    status: 422,
    body: { code: "request_reused" },
  });
});

test("five an hour, counted exactly when more arrive at once, then again", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(hello)));
  const filed = answers.filter(({ status }) => status === 200);
  expect(filed).toHaveLength(supportLimits.ticketsPerHourMax);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 429,
    body: { code: "too_many_tickets" },
  });
  const other = await signUp(server);
  expect((await send(hello, other.session.access_token)).status).toBe(200);
  server.clock.move(HOUR_MS);
  // The access token has run out with the hour.
  const { data } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect((await send(hello, data.session?.access_token)).status).toBe(200);
});

test("tickets come newest first, page by page, and never another's", async () => {
  for (const subject of ["one", "two", "three"]) await send({ ...hello, subject });
  const first = await list("?limit=2");
  expect(first.items.map(({ subject }) => subject)).toEqual(["three", "two"]);
  const second = await list(`?limit=2&cursor=${first.nextCursor}`);
  expect(second.items.map(({ subject }) => subject)).toEqual(["one"]);
  expect(second.nextCursor).toBeNull();
  const other = await signUp(server);
  expect((await list("", other.session.access_token)).items).toEqual([]);
});

describe("the desk", () => {
  const desk = async (method: "GET" | "POST", path: string, bearer: string, payload?: object) => {
    const answer = await app.inject({
      method,
      url: `/api/v1/admin/support/tickets${path}`,
      headers: bearer === "" ? {} : { authorization: `Bearer ${bearer}` },
      ...(payload === undefined ? {} : { payload }),
    });
    return {
      status: answer.statusCode,
      body: answer.json<{ items: DeskTicket[]; code: string } & DeskTicket>(),
    };
  };
  /** An answer of somebody who has read everything. */
  const answerAll = async (id: string, payload: object, bearer = admin) => {
    const { body } = await desk("GET", `/${id}`, admin);
    const seenMessageId = body.messages.at(-1)?.id;
    return desk("POST", `/${id}/answers`, bearer, { seenMessageId, ...payload });
  };
  interface DeskTicket extends Ticket {
    readonly email: string;
    readonly userId: string;
  }
  let admin: string;
  beforeAll(async () => {
    const boss = await signUp(server);
    await server.parts.database.query(
      "insert into users_roles (user_id, role, granted_at) values ($1, 'administrator', now())",
      [boss.userId],
    );
    admin = boss.session.access_token;
    // The hour that other tests let pass has ended that session.
    const { data } = await server.client().auth.signInWithPassword({
      email: boss.email,
      password: PASSWORD,
    });
    admin = data.session?.access_token ?? admin;
  });

  test("is closed to everybody else, and an unknown ticket is not there", async () => {
    const { body: ticket } = await send(hello);
    const answer = { message: "Hello", seenMessageId: `msg_${"0".repeat(32)}` };
    for (const [bearer, status] of [
      ["", 401],
      [token, 403],
    ] as const) {
      expect((await desk("GET", "", bearer)).status).toBe(status);
      expect((await desk("POST", `/${ticket.id}/answers`, bearer, answer)).status).toBe(status);
    }
    for (const id of ["x", `tkt_${"0".repeat(32)}`])
      expect(await desk("POST", `/${id}/answers`, admin, answer)).toMatchObject({
        status: 404,
        body: { code: "ticket_not_found" },
      });
    expect((await answerAll(ticket.id, { message: " " })).status).toBe(400);
    expect((await answerAll(ticket.id, { ...answer, seenMessageId: "x" })).status).toBe(400);
  });

  test("answers once, tells the user by letter, and closes with the last answer", async () => {
    const { body: ticket } = await send(hello);
    const open = await desk("GET", "?state=open", admin);
    expect(open.body.items.find(({ id }) => id === ticket.id)).toMatchObject({ email, userId });
    const seenMessageId = ticket.messages[0]?.id;
    const answer = { message: "After six blocks.", seenMessageId, requestId: randomUUID() };
    await desk("POST", `/${ticket.id}/answers`, admin, answer);
    const again = await desk("POST", `/${ticket.id}/answers`, admin, answer);
    expect(again.body).toMatchObject({ state: "answered", email });
    const [mine] = (await list()).items;
    expect(mine?.messages).toMatchObject([
      { author: "user", text: hello.message },
      { author: "administrator", text: answer.message },
    ]);
    const letters = await server.parts.database.query<{ subject: string }>(
      "select subject from notifications_letters where user_id = $1 and template = 'ticket_answered'",
      [userId],
    );
    expect(letters).toEqual([{ subject: "Support answered: Deposit" }]);
    const last = { message: "Done.", isLast: true };
    const closed = await answerAll(ticket.id, last);
    expect(closed.body.state).toBe("closed");
    const still = await desk("GET", "?state=open", admin);
    expect(still.body.items.map(({ id }) => id)).not.toContain(ticket.id);
  });

  test("a user replies in his own ticket: once, and it waits for support again", async () => {
    const { body: ticket } = await send(hello);
    await answerAll(ticket.id, { message: "Done.", isLast: true });
    const reply = async (body: object, bearer = token, id = ticket.id) => {
      const answer = await app.inject({
        method: "POST",
        url: `/api/v1/support/tickets/${id}/messages`,
        headers: { authorization: `Bearer ${bearer}` },
        payload: body,
      });
      return { status: answer.statusCode, body: answer.json<Ticket & { code: string }>() };
    };
    const body = { message: "Not quite.", requestId: randomUUID() };
    const [first] = await Promise.all([reply(body), reply(body)]);
    expect(first.body.state).toBe("open");
    const [mine] = (await list()).items;
    expect(mine?.messages.map(({ text }) => text)).toEqual([hello.message, "Done.", "Not quite."]);
    const missing = { status: 404, body: { code: "ticket_not_found" } };
    const stranger = await signUp(server);
    expect(await reply({ message: "Mine?" }, stranger.session.access_token)).toMatchObject(missing);
    expect(await reply({ message: "Mine?" }, admin)).toMatchObject(missing);
    expect(await reply({ message: "Mine?" }, token, `tkt_${"0".repeat(32)}`)).toMatchObject(
      missing,
    );
    expect((await reply({ message: "  " })).status).toBe(400);
  });

  describe("an answer to what was not read to its end", () => {
    const movedOn = {
      status: 409,
      body: {
        code: "ticket_moved_on",
        title: "New Message",
        detail:
          "Somebody wrote in this ticket meanwhile. Read it and send the answer again; it was not sent.",
      },
    };
    const stateOf = async (id: string) => (await desk("GET", `/${id}`, admin)).body;

    test("is refused when the user has written meanwhile, and the ticket stays open with the reply in it", async () => {
      const { body: ticket } = await send(hello);
      const seenMessageId = ticket.messages[0]?.id;
      await app.inject({
        method: "POST",
        url: `/api/v1/support/tickets/${ticket.id}/messages`,
        headers: { authorization: `Bearer ${token}` },
        payload: { message: "Wait, one more thing." },
      });
      const last = { message: "Done.", isLast: true, requestId: randomUUID() };
      const path = `/${ticket.id}/answers`;
      expect(await desk("POST", path, admin, { ...last, seenMessageId })).toMatchObject(movedOn);
      const { state, messages } = await stateOf(ticket.id);
      expect(state).toBe("open");
      expect(messages.map(({ text }) => text)).toEqual([hello.message, "Wait, one more thing."]);
      const letters = await server.parts.database.query(
        "select from notifications_letters where user_id = $1 and template = 'ticket_answered'",
        [userId],
      );
      expect(letters).toEqual([]);
      // Read now, the same answer goes out.
      expect((await answerAll(ticket.id, last)).body.state).toBe("closed");
    });

    test("is refused to the second of two administrators who answer at once", async () => {
      const { body: ticket } = await send(hello);
      const seenMessageId = ticket.messages[0]?.id;
      const answers = await Promise.all(
        ["One", "Two"].map((message) =>
          desk("POST", `/${ticket.id}/answers`, admin, { message, seenMessageId }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.find(({ status }) => status !== 200)).toMatchObject(movedOn);
      expect((await stateOf(ticket.id)).messages).toHaveLength(2);
    });
  });

  describe("a thread", () => {
    /** A ticket in which so many messages stand, told by their numbers. */
    const longTicket = async (messages: number): Promise<string> => {
      const { body: ticket } = await send({ ...hello, message: "1" });
      await server.parts.database.query(
        `insert into support_messages (id, ticket_id, author_kind, author_id, body, at)
         select left(first.id, 16) || 'f' || lpad(to_hex(number), 19, '0'), $1, 'user', $2, number::text, first.at
         from support_messages first, generate_series(2, $3::int) number where first.ticket_id = $1`,
        [ticket.id, userId, messages],
      );
      server.clock.move(1);
      return ticket.id;
    };
    const reply = async (id: string, payload: object) => {
      const answer = await app.inject({
        method: "POST",
        url: `/api/v1/support/tickets/${id}/messages`,
        headers: { authorization: `Bearer ${token}` },
        payload,
      });
      return { status: answer.statusCode, ...answer.json<Ticket & { code: string }>() };
    };
    const pageOfThread = async (id: string, cursor: string | null) => {
      const answer = await app.inject({
        url: `/api/v1/support/tickets/${id}${cursor === null ? "" : `?cursor=${cursor}`}`,
        headers: { authorization: `Bearer ${token}` },
      });
      return { status: answer.statusCode, ...answer.json<Ticket>() };
    };
    const numbers = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
    const textsOf = ({ messages }: Ticket) => messages.map(({ text }) => text);
    const full = supportLimits.messagesPerTicketMax;

    test("takes 200 messages of both sides, then asks for a new ticket; support may still answer", async () => {
      const id = await longTicket(full - 1);
      const last = { message: String(full), requestId: randomUUID() };
      expect((await reply(id, last)).status).toBe(200);
      expect(await reply(id, { message: "One more" })).toMatchObject({
        status: 409,
        code: "ticket_full",
        title: "Ticket Full",
        detail: "A ticket holds 200 messages. File a new ticket; this reply was not sent.",
      });
      // What was taken is not refused when it is sent again.
      expect((await reply(id, last)).status).toBe(200);
      server.clock.move(1);
      await answerAll(id, { message: "The end.", isLast: true });
      expect(await reply(id, { message: "One more" })).toMatchObject({ code: "ticket_full" });
      const [mine] = (await list()).items;
      expect(mine).toMatchObject({ state: "closed" });
      expect(mine?.messages.at(-1)?.text).toBe("The end.");
    });

    test("comes with its end in lists and answers; the rest is read page by page, also of one longer than the limit", async () => {
      const long = full + 5;
      const id = await longTicket(long);
      const end = numbers(long - supportLimits.messagesInList + 1, long);
      const [mine] = (await list()).items;
      expect(mine && textsOf(mine)).toEqual(end);
      const open = await desk("GET", "?state=open", admin);
      expect(open.body.items.filter((one) => one.id === id).map(textsOf)).toEqual([end]);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Ticket = await pageOfThread(id, cursor);
        expect(page.messages.length).toBeLessThanOrEqual(supportLimits.messagesPerPage);
        const atDesk = await desk(
          "GET",
          `/${id}${cursor === null ? "" : `?cursor=${cursor}`}`,
          admin,
        );
        expect(textsOf(atDesk.body)).toEqual(textsOf(page));
        seen.unshift(...textsOf(page));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual(numbers(1, long));
      expect((await pageOfThread(id, "x")).status).toBe(400);
      const stranger = await signUp(server);
      const theirs = await send(hello, stranger.session.access_token);
      expect((await pageOfThread(theirs.body.id, null)).status).toBe(404);
      expect((await pageOfThread("x", null)).status).toBe(404);
    });

    test("that has grown long is still the one that its request filed", async () => {
      const body = { ...hello, message: "1", requestId: randomUUID() };
      const { body: ticket } = await send(body);
      for (const text of numbers(2, supportLimits.messagesInList + 1))
        expect((await reply(ticket.id, { message: text })).status).toBe(200);
      expect(await send(body)).toMatchObject({ status: 200, body: { id: ticket.id } });
    });
  });

  test("a requestId of another message is refused, in the same ticket and in another", async () => {
    const [{ body: one }, { body: other }] = [await send(hello), await send(hello)];
    const reply = async (id: string, body: object) => {
      const answer = await app.inject({
        method: "POST",
        url: `/api/v1/support/tickets/${id}/messages`,
        headers: { authorization: `Bearer ${token}` },
        payload: body,
      });
      return { status: answer.statusCode, code: answer.json<{ code?: string }>().code };
    };
    const body = { message: "Still waiting.", requestId: randomUUID() };
    const reused = { status: 422, code: "request_reused" };
    expect((await reply(one.id, body)).status).toBe(200);
    expect((await reply(one.id, body)).status).toBe(200);
    expect(await reply(other.id, body)).toEqual(reused);
    expect(await reply(one.id, { ...body, message: "Something else." })).toEqual(reused);
    expect(await send({ ...hello, requestId: body.requestId })).toMatchObject({ status: 422 });
    const messages = (await list()).items.map((ticket) => ticket.messages.map(({ text }) => text));
    expect(messages).toEqual([[hello.message], [hello.message, "Still waiting."]]);
  });
});
