/** News goes to those who asked for it and to nobody else, and only an administrator sends it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminRoutes } from "#admin";
import { savePreferences } from "#notifications";
import { authenticate } from "#users";
import {
  plainRequest,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../test/support/sign-in-server.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const NEWS = { title: "A new plan", text: "Starter Rig is cheaper from June." };

const routes = () => adminRoutes({ ...server.parts, nodeHeight: async () => 100 });

async function callerOf(token: string) {
  return authenticate(server.parts, token);
}

const newsOf = (userId: string) =>
  server.parts.database.query<{ subject: string; body: string }>(
    "select subject, body from notifications_letters where user_id = $1 and template = 'news'",
    [userId],
  );

test("who is no administrator sends none", async () => {
  const person = await signUp(server);
  const caller = await callerOf(person.session.access_token);
  await expect(
    routes().announceNews({ ...plainRequest, caller, body: NEWS }),
  ).rejects.toMatchObject({ status: 403, code: "not_admin" });
});

test("goes to those who switched Promotions & News on, and into the audit trail as a hash", async () => {
  const [boss, reader, other] = [await signUp(server), await signUp(server), await signUp(server)];
  const { database } = server.parts;
  await database.query(
    "insert into users_roles (user_id, role, granted_at) values ($1, 'administrator', now())",
    [boss.userId],
  );
  await savePreferences(database, { userId: reader.userId, preferences: { promotions: true } });
  const caller = await callerOf(boss.session.access_token);
  const answer = await routes().announceNews({ ...plainRequest, caller, body: NEWS });
  expect(answer).toEqual({ sentTo: 1 });
  const [letter] = await newsOf(reader.userId);
  expect(letter?.subject).toBe(NEWS.title);
  expect(letter?.body).toContain(NEWS.text);
  expect(await newsOf(other.userId)).toEqual([]);
  const query = { limit: 10 };
  const { items } = await routes().listAudit({ ...plainRequest, caller, query });
  expect(items[0]).toMatchObject({ action: "news.send", after: { people: 1 } });
  expect(JSON.stringify(items[0])).not.toContain("Starter Rig");
});
