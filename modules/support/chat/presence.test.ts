/** Tests access to conversations, presence, typing, and the notification of an absent user. */
import { describe, expect, test } from "vitest";
import { chatLimits } from "#api/limits";
import { createPresence, PRESENCE_MS } from "#support";
import { message, newVisitor, texts, openChat } from "../../../test/support/people/chat.ts";
import { administratorToken } from "../../../test/support/servers/administrator-token.ts";
import { signUp } from "../../../test/support/servers/sign-in-server.ts";

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
  visitorSees,
  notifications,
} = openChat();

describe("access to another user's conversation", () => {
  test("a user sees only their own conversation", async () => {
    await send(message("Secret"));
    const chatId = await chatOf();
    const stranger = (await signUp(chat.server)).session.access_token;
    for (const [bearer, status] of [
      ["", 401],
      [stranger, 403],
      [chat.token, 403],
    ] as const) {
      expect((await desk(chatId, bearer)).status).toBe(status);
      expect((await answer(chatId, "I am staff", bearer)).status).toBe(status);
    }
    expect((await own("", stranger)).body).toMatchObject({ chatId: null, messages: [] });
    expect(texts(await own())).toEqual(["Secret"]);
  });

  test("a visitor's token gives access only to its own conversation", async () => {
    const [ann, bob] = [newVisitor(), newVisitor()];
    await sendAsVisitor(ann, "From Ann");
    await sendAsVisitor(bob, "From Bob");
    expect(texts(await visitorSees(bob))).toEqual(["From Bob"]);
    expect((await visitorSees(newVisitor())).body).toMatchObject({ chatId: null, messages: [] });
  });

  test("an unknown conversation returns 404", async () => {
    for (const chatId of ["x", `cht_${"0".repeat(32)}`]) {
      const missing = { status: 404, body: { code: "chat_not_found" } };
      expect(await desk(chatId)).toMatchObject(missing);
      expect(await answer(chatId, "Hello")).toMatchObject(missing);
    }
  });

  test("a user who has just lost the administrator role cannot answer", async () => {
    await send(message("Hello"));
    const bearer = await administratorToken(chat.server);
    const chatId = await chatOf();
    expect((await answer(chatId, "Good day", bearer)).status).toBe(200);
    await chat.server.deps.database.query("delete from users_roles");
    expect((await answer(chatId, "And one more", bearer)).status).toBe(403);
  });
});

describe("notifications of absent users", () => {
  test("an answer creates one notification until the absent user is active again", async () => {
    await send(message("Hello"));
    const chatId = await chatOf();
    await answer(chatId, "Good day");
    await answer(chatId, "How can I help?");
    expect(await notifications()).toEqual(["Support answered in the chat"]);
    await ask("POST", "/chat/read", { bearer: chat.token, body: { position: 3 } });
    await answer(chatId, "Still there?");
    expect(await notifications()).toHaveLength(2);
    await send(message("Yes"));
    await answer(chatId, "Good");
    expect(await notifications()).toHaveLength(3);
  });

  test("an answer creates a new notification after a visitor wrote and signed in", async () => {
    await send(message("Hello"));
    const chatId = await chatOf();
    await answer(chatId, "Good day");
    const visitorToken = newVisitor();
    await sendAsVisitor(visitorToken, "It is me");
    expect((await adopt(visitorToken)).body).toEqual({ isAdopted: true });
    await answer(chatId, "Now I know");
    expect(await notifications()).toHaveLength(2);
  });

  test("an answer creates no notification while the user has a stream open", async () => {
    await send(message("Hello"));
    const leave = await chat.presence.enter({ userId: chat.person.userId, isAdmin: false });
    const chatId = await chatOf();
    await answer(chatId, "Good day");
    expect(await notifications()).toEqual([]);
    await leave();
    await answer(chatId, "Are you gone?");
    expect(await notifications()).toHaveLength(1);
  });
});

test("an administrator with an open stream is shown as present to all other users", async () => {
  expect((await own()).body.isOtherHere).toBe(false);
  const leave = await chat.presence.enter({ userId: chat.person.userId, isAdmin: true });
  expect((await own()).body.isOtherHere).toBe(false);
  expect((await visitorSees(newVisitor())).body.isOtherHere).toBe(true);
  await leave();
  expect((await visitorSees(newVisitor())).body.isOtherHere).toBe(false);
});

test("typing is published at most once in two seconds", async () => {
  await send(message("Hello"));
  const chatId = await chatOf();
  let events = 0;
  const end = chat.server.deps.bus.subscribe("chat", ({ what }) => {
    if (what === "typing") events += 1;
  });
  const type = () => ask("POST", "/chat/typing", { bearer: chat.token });
  await Promise.all(Array.from({ length: 5 }, type));
  expect(events).toBe(1);
  chat.server.clock.move(1_000);
  expect((await type()).status).toBe(200);
  expect(events).toBe(1);
  chat.server.clock.move(1_000);
  await type();
  expect(events).toBe(2);
  end();
  expect((await desk(chatId)).body.isOtherTyping).toBe(true);
});

test("typing is shown to the other side until it expires or a message is sent", async () => {
  await send(message("Hello"));
  const chatId = await chatOf();
  const type = () => ask("POST", `/admin/support/chats/${chatId}/typing`, { bearer: chat.boss });
  await type();
  expect((await own()).body.isOtherTyping).toBe(true);
  expect((await desk(chatId)).body.isOtherTyping).toBe(false);
  chat.server.clock.move(chatLimits.typingSeconds * 1_000);
  expect((await own()).body.isOtherTyping).toBe(false);
  await type();
  await answer(chatId, "Good day");
  expect((await own()).body.isOtherTyping).toBe(false);
  await ask("POST", "/chat/typing", { bearer: chat.token });
  expect((await desk(chatId)).body.isOtherTyping).toBe(true);
});

describe("several processes", () => {
  test("two processes show a user as present until the last stream closes", async () => {
    const other = createPresence(chat.server.deps);
    const { userId } = chat.person;
    const away = { isOtherHere: false };
    await send(message("Hello"));
    const chatId = await chatOf();
    expect((await desk(chatId)).body).toMatchObject(away);
    const [here, there] = await Promise.all(
      [chat.presence, other].map((presence) => presence.enter({ userId, isAdmin: false })),
    );
    const tab = await other.enter({ userId, isAdmin: false });
    expect((await desk(chatId)).body.isOtherHere).toBe(true);
    await here?.();
    await here?.();
    await tab();
    expect((await desk(chatId)).body.isOtherHere).toBe(true);
    await there?.();
    expect((await desk(chatId)).body).toMatchObject(away);
  });

  test("the users of a killed process are shown as absent after 30 seconds", async () => {
    await send(message("Hello"));
    const chatId = await chatOf();
    const killed = createPresence(chat.server.deps);
    await killed.enter({ userId: chat.person.userId, isAdmin: false });
    const { repeat, holds } = PRESENCE_MS;
    chat.server.clock.move(repeat);
    await killed.repeat();
    chat.server.clock.move(holds - 1_000);
    expect((await desk(chatId)).body.isOtherHere).toBe(true);
    chat.server.clock.move(1_000);
    expect((await desk(chatId)).body.isOtherHere).toBe(false);
  });

  test("the users of a stopped process are shown as absent", async () => {
    const other = createPresence(chat.server.deps);
    const leave = await other.enter({ userId: chat.person.userId, isAdmin: true });
    expect((await visitorSees(newVisitor())).body.isOtherHere).toBe(true);
    await other.close();
    await leave();
    expect((await visitorSees(newVisitor())).body.isOtherHere).toBe(false);
  });
});
