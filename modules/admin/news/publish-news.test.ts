/** Tests that only administrators can send news, and only to users who have turned news on. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminRoutes } from "#admin";
import { savePreferences, sendNews } from "#notifications";
import { authenticate } from "#users";
import {
  plainRequest,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { operator } from "../../../test/support/money/operator-products.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const NEWS = { title: "A new plan", text: "Starter Rig is cheaper from June." };

const routes = () =>
  adminRoutes({
    ...server.deps,
    ...operator,
    nodeHeight: async () => 100,
    nodeMempool: async () => [],
  });

async function callerOf(token: string) {
  return authenticate(server.deps, token);
}

const newsOf = (userId: string) =>
  server.deps.database.query<{ subject: string; body: string }>(
    "select subject, body from notifications_messages where user_id = $1 and template = 'news'",
    [userId],
  );

test("a user without the administrator role cannot send news", async () => {
  const person = await signUp(server);
  const caller = await callerOf(person.session.access_token);
  await expect(
    routes().announceNews({ ...plainRequest, caller, body: NEWS }),
  ).rejects.toMatchObject({ status: 403, code: "not_admin" });
});

test("news is sent only to users who have turned on Promotions & News", async () => {
  const [boss, reader, other] = [await signUp(server), await signUp(server), await signUp(server)];
  const { database } = server.deps;
  await database.query(
    "insert into users_roles (user_id, role, granted_at) values ($1, 'administrator', now())",
    [boss.userId],
  );
  await savePreferences(database, { userId: reader.userId, preferences: { promotions: true } });
  const caller = await callerOf(boss.session.access_token);
  const answer = await routes().announceNews({ ...plainRequest, caller, body: NEWS });
  expect(answer).toMatchObject({ readers: 1 });
  expect(await newsOf(reader.userId)).toEqual([]);
  await sendNews(server.deps);
  const [message] = await newsOf(reader.userId);
  expect(message?.subject).toBe(NEWS.title);
  expect(message?.body).toContain(NEWS.text);
  expect(await newsOf(other.userId)).toEqual([]);
  const query = { limit: 10 };
  const { items } = await routes().listAudit({ ...plainRequest, caller, query });
  expect(items[0]).toMatchObject({
    action: "news.send",
    after: { people: 1, subject: expect.any(String) as string },
  });
  expect(JSON.stringify(items[0])).not.toContain("Starter Rig");
});

test("news that is being sent can be stopped once", async () => {
  const boss = await signUp(server);
  const { database } = server.deps;
  await database.query(
    "insert into users_roles (user_id, role, granted_at) values ($1, 'administrator', now())",
    [boss.userId],
  );
  server.deps.callerCache.dropUser(boss.userId);
  const caller = await callerOf(boss.session.access_token);
  const list = (query: { limit: number; cursor?: string }) =>
    routes().listNews({ ...plainRequest, caller, query });
  const { id } = await routes().announceNews({ ...plainRequest, caller, body: NEWS });
  const first = await list({ limit: 1 });
  expect(first.items).toMatchObject([{ id, state: "sending", sent: 0, readers: 1 }]);
  expect(JSON.stringify(first)).not.toContain(NEWS.text);
  const stop = (newsId: string) =>
    routes().stopNews({ ...plainRequest, caller, params: { newsId } });
  expect(await stop(id)).toEqual({ sent: 0 });
  await sendNews(server.deps);
  expect((await list({ limit: 1 })).items).toMatchObject([{ id, state: "stopped", sent: 0 }]);
  const older = await list({ limit: 1, cursor: first.nextCursor ?? "" });
  expect(older).toMatchObject({ items: [{ state: "sent", sent: 1 }], nextCursor: null });
  await expect(stop(id)).rejects.toMatchObject({ status: 409, code: "news_over" });
  await expect(stop("nws_none")).rejects.toMatchObject({ status: 404, code: "news_not_found" });
  await expect(list({ limit: 1, cursor: "x" })).rejects.toMatchObject({ code: "bad_cursor" });
  const { items } = await routes().listAudit({ ...plainRequest, caller, query: { limit: 1 } });
  expect(items[0]).toMatchObject({ action: "news.stop", after: { news: id, sent: 0, people: 1 } });
});

test("a user without the administrator role cannot stop news", async () => {
  const person = await signUp(server);
  const caller = await callerOf(person.session.access_token);
  await expect(
    routes().stopNews({ ...plainRequest, caller, params: { newsId: "nws_none" } }),
  ).rejects.toMatchObject({ status: 403, code: "not_admin" });
});

test("news is sent once per requestId", async () => {
  const [boss, other] = [await signUp(server), await signUp(server)];
  const { database } = server.deps;
  for (const { userId } of [boss, other])
    await database.query(
      "insert into users_roles (user_id, role, granted_at) values ($1, 'administrator', now())",
      [userId],
    );
  const caller = await callerOf(boss.session.access_token);
  const body = { ...NEWS, requestId: randomUUID() };
  const announce = (changed: object = {}, by = caller) =>
    routes().announceNews({ ...plainRequest, caller: by, body: { ...body, ...changed } });
  const [first, second] = await Promise.all([announce(), announce()]);
  expect(second).toEqual(first);
  const reader = await signUp(server);
  await savePreferences(database, { userId: reader.userId, preferences: { promotions: true } });
  expect(await announce()).toEqual(first);
  await expect(announce({ text: "Or not." })).rejects.toMatchObject({
    status: 422,
    code: "request_reused",
  });
  const counted = async () =>
    (
      await database.query(
        `select (select count(*) from notifications_news where state = 'sending')::int as news,
           (select count(*) from audit_entries where action = 'news.send' and actor = $1)::int as entries`,
        [boss.userId],
      )
    )[0];
  expect(await counted()).toEqual({ news: 1, entries: 1 });
  await sendNews(server.deps);
  expect(await newsOf(reader.userId)).toHaveLength(1);
  expect(await announce({}, await callerOf(other.session.access_token))).not.toEqual(first);
});
