/** Tests when sessions end automatically, and the maximum number of sessions per user. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticate } from "#users";
import { makeAdministrator } from "../../../test/support/people/operator.ts";
import {
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { sweepExpired } from "../sweep.ts";
import { listSessions } from "./list-sessions.ts";
import { openSession } from "./open-session.ts";
import { sessionEnd } from "./session-end.ts";
import { raiseSession } from "./sessions-table.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const createdAt = new Date("2030-01-01T00:00:00Z");
const after = (ms: number) => new Date(createdAt.getTime() + ms);

test.each([
  ["30 days after its last use", false, 10 * DAY, 40 * DAY],
  ["90 days after its start", false, 80 * DAY, 90 * DAY],
  ["12 hours after an administrator's last use", true, DAY, 36 * HOUR],
  ["7 days after its start, for an administrator", true, 6.9 * DAY, 7 * DAY],
])("a session ends %s", (_, isAdmin, usedAfter, endsAfter) => {
  expect(sessionEnd({ createdAt, lastUse: after(usedAfter), isAdmin })).toEqual(after(endsAfter));
});

async function refresh(refreshToken: string) {
  const { data, error } = await server
    .client()
    .auth.refreshSession({ refresh_token: refreshToken });
  return { token: data.session?.refresh_token ?? "", code: error?.code };
}

describe("a refresh token", () => {
  test("refreshing keeps a session open beyond its idle limit", async () => {
    let { refresh_token: token } = (await signUp(server)).session;
    server.clock.move(30 * DAY - HOUR);
    ({ token } = await refresh(token));
    server.clock.move(30 * DAY);
    expect((await refresh(token)).code).toBe("refresh_token_already_used");
    expect((await refresh(token)).code).toBe("refresh_token_not_found");
  });

  test("a session ends after 90 days, even if it was used throughout", async () => {
    let { refresh_token: token } = (await signUp(server)).session;
    for (let month = 1; month <= 3; month += 1) {
      server.clock.move(30 * DAY - HOUR);
      ({ token } = await refresh(token));
    }
    server.clock.move(3 * HOUR);
    expect((await refresh(token)).code).toBe("refresh_token_already_used");
  });
});

test("an old session ends on all routes when its user becomes an administrator", async () => {
  const person = await signUp(server);
  server.clock.move(8 * DAY);
  const { data } = await person.client.auth.refreshSession();
  const token = data.session?.access_token;
  const caller = await authenticate(server.deps, token);
  expect(await listSessions(server.deps.database, caller, server.clock.now())).toMatchObject([
    { isCurrent: true, endsAt: expect.any(Date) },
  ]);
  await makeAdministrator(server, person.userId);
  server.deps.callerCache.dropUser(person.userId);
  await expect(authenticate(server.deps, token)).rejects.toThrow("session_ended");
  expect((await person.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect(await listSessions(server.deps.database, caller, server.clock.now())).toEqual([]);
});

describe("the limit of 20 sessions", () => {
  const open = (userId: string) =>
    server.deps.database.transaction(async (tx) => {
      const visitor = { ip: "203.0.113.7", userAgent: "test" };
      const login = { userId, method: "password", visitor, now: server.clock.now() };
      return (await openSession(tx, server.deps, login)).session.id;
    });
  const idsOf = async (userId: string) => {
    const caller = { userId, sessionId: "" };
    const sessions = await listSessions(server.deps.database, caller, server.clock.now());
    return sessions.map(({ id }) => id);
  };

  test("a user's 21st session ends the oldest one", async () => {
    const { userId } = await signUp(server);
    const [first = ""] = await idsOf(userId);
    for (let more = 1; more <= 19; more += 1) await open(userId);
    expect(await idsOf(userId)).toContain(first);
    const last = await open(userId);
    const ids = await idsOf(userId);
    expect(ids).toHaveLength(20);
    expect(ids).toContain(last);
    expect(ids).not.toContain(first);
  });

  test("a sign-in with only a password never ends a session with a second factor", async () => {
    const { userId } = await signUp(server);
    const { database, clock } = server.deps;
    const [first = ""] = await idsOf(userId);
    const [factor] = await database.query<{ id: string }>(
      `insert into users_factors (id, user_id, friendly_name, factor_type, status, secret_sealed, created_at, updated_at)
       values (gen_random_uuid(), $1, 'app', 'totp', 'verified', '', $2, $2) returning id`,
      [userId, clock.now()],
    );
    const raise = { sessionId: first, factorId: factor?.id ?? "", method: "totp" };
    await database.transaction((tx) => raiseSession(tx, { ...raise, now: clock.now() }));
    for (let more = 1; more <= 25; more += 1) await open(userId);
    expect(await idsOf(userId)).toContain(first);
    expect(await idsOf(userId)).toHaveLength(21);
  });
});

test("ended sessions are deleted after a day", async () => {
  const { userId } = await signUp(server);
  const count = async () =>
    (await server.deps.database.query("select 1 from users_sessions where user_id = $1", [userId]))
      .length;
  server.clock.move(30 * DAY + HOUR);
  await sweepExpired(server.deps);
  expect(await count()).toBe(1);
  server.clock.move(DAY);
  await sweepExpired(server.deps);
  expect(await count()).toBe(0);
});
