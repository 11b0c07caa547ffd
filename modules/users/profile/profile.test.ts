/** Tests changes to the settings of the signed-in user. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { authenticate, deletePerson, usersRoutes } from "#users";
import { ownerOfMiningName } from "../people/mining-names-table.ts";
import { lockUser } from "../people/users-table.ts";
import { endAccess } from "../sessions/end-access.ts";
import { waitingForLocks } from "../../../test/support/servers/database.ts";
import { nothingElsewhere } from "../../../test/support/fakes/nothing-in-other-modules.ts";
import {
  PASSWORD,
  plainRequest,
  signUp,
  startSignInServer,
  type SignedUp,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { pendingSats } from "../../../test/support/money/pending.ts";

let server: SignInServer;
let user: SignedUp;
let caller: Caller;
beforeAll(async () => {
  server = await startSignInServer();
});
beforeEach(async () => {
  user = await signUp(server);
  caller = await authenticate(server.deps, user.session.access_token);
});
afterAll(() => server.close());

const routes = () => usersRoutes({ ...server.deps, pending: pendingSats(0n) });
const update = (body: {
  name?: string;
  phone?: string | null;
  miningName?: string;
  skipsFirstSteps?: boolean;
}) => routes().updateMe({ ...plainRequest, caller, body });

const WITH_TRUNK_ZERO = ["+49 (0)151 12345678", "49 (0) 151 12345678", "+44 (020) 79460000"];

test("an invalid name or number is refused and changes nothing", async () => {
  for (const miningName of ["ab", "Upper", "dot.ted", "-x1", "a b", "x".repeat(33)])
    await expect(update({ miningName, name: "Changed" })).rejects.toThrow("invalid_mining_name");
  for (const phone of ["call me", "12345", "+1234567890123456", "0049123", ...WITH_TRUNK_ZERO])
    await expect(update({ phone })).rejects.toThrow("invalid_phone");
  for (const name of ["", " ", "nul \0", "two\nlines", "\u202Eabc", "\uD800", "x".repeat(121)])
    await expect(update({ name })).rejects.toThrow("invalid_name");
  expect((await routes().getMe({ ...plainRequest, caller })).name).toBe("Ada");
});

test("fields missing from the request keep their values", async () => {
  const { miningName } = await update({ name: "Grace Hopper" });
  const changed = await update({ phone: "+49 (151) 123-45678" });
  expect(changed).toMatchObject({ name: "Grace Hopper", miningName, phone: "+4915112345678" });
  expect((await update({ phone: null })).phone).toBeNull();
  const { data } = await user.client.auth.getUser();
  expect(data.user?.user_metadata).toMatchObject({ name: "Grace Hopper", is_admin: false });
});

test("first steps stay skipped after other changes", async () => {
  const shown = async () => (await routes().getMe({ ...plainRequest, caller })).skipsFirstSteps;
  expect(await shown()).toBe(false);
  expect((await update({ skipsFirstSteps: true })).skipsFirstSteps).toBe(true);
  await update({ name: "Grace Hopper" });
  expect(await shown()).toBe(true);
});

test("changing the phone number notifies the user and the old number", async () => {
  const { database } = server.deps;
  await routes().putNotificationSettings({
    ...plainRequest,
    caller,
    body: {
      login: false,
      withdrawal: false,
      deposit: false,
      promotions: false,
      smsLogin: false,
      smsWithdrawal: false,
    },
  });
  const phoneMessages = async () => {
    const rows = await database.query<{ channel: string; recipient: string; body: string }>(
      `select channel, recipient, body from notifications_messages
       where user_id = $1 and template = 'phone_changed' order by id`,
      [caller.userId],
    );
    return rows.map(({ channel, recipient }) => `${channel} ${recipient}`);
  };
  await update({ phone: "+4915112345678" });
  expect(await phoneMessages()).toEqual([`email ${user.email}`]);
  await update({ phone: "+49 151 12345678", name: "Grace" });
  expect(await phoneMessages()).toHaveLength(1);
  await update({ phone: "+4915187654321" });
  expect((await phoneMessages()).slice(1).toSorted()).toEqual([
    `email ${user.email}`,
    "sms +4915112345678",
  ]);
  await update({ phone: null });
  expect((await phoneMessages()).slice(3).toSorted()).toEqual([
    `email ${user.email}`,
    "sms +4915187654321",
  ]);
  const [last] = await database.query<{ body: string }>(
    `select body from notifications_messages where user_id = $1 and template = 'phone_changed'
     and channel = 'email' order by id desc limit 1`,
    [caller.userId],
  );
  expect(last?.body).toContain("from the number that ends in 321 to no number");
});

test("a former mining name stays reserved for its owner", async () => {
  const miningName = `rig-${caller.userId.slice(0, 8)}`;
  await update({ miningName });
  await update({ miningName: `${miningName}-2` });
  const { database } = server.deps;
  expect(await ownerOfMiningName(database, miningName)).toBe(caller.userId);
  expect(await ownerOfMiningName(database, "nobody-has-this")).toBeUndefined();
  const other = await signUp(server);
  caller = await authenticate(server.deps, other.session.access_token);
  await expect(update({ miningName })).rejects.toMatchObject({ code: "mining_name_taken" });
});

test("a user can have at most twenty names over time", async () => {
  const name = (number: number) => `many-${caller.userId.slice(0, 8)}-${number}`;
  for (let number = 1; number < 20; number += 1) await update({ miningName: name(number) });
  await expect(update({ miningName: name(20) })).rejects.toMatchObject({
    code: "mining_names_used_up",
  });
  expect(await update({ miningName: name(3) })).toMatchObject({ miningName: name(3) });
});

test("notification settings are saved and applied", async () => {
  const body = {
    login: false,
    withdrawal: true,
    deposit: false,
    promotions: true,
    smsLogin: true,
    smsWithdrawal: false,
  };
  await routes().putNotificationSettings({ ...plainRequest, caller, body });
  expect(await routes().getNotificationSettings({ ...plainRequest, caller })).toEqual(body);
  await server.client().auth.signInWithPassword({ email: user.email, password: PASSWORD });
  const messages = await server.deps.database.query(
    "select 1 from notifications_messages where user_id = $1 and template = 'new_login'",
    [caller.userId],
  );
  expect(messages).toHaveLength(0);
});

test("the login history pages through successes and failures, newest first", async () => {
  await server.client().auth.signInWithPassword({ email: user.email, password: "wrong one" });
  await server.client().auth.signInWithPassword({ email: user.email, password: PASSWORD });
  const { items: sessions } = await routes().listSessions({ ...plainRequest, caller });
  expect(sessions).toHaveLength(2);
  expect(sessions.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([
    caller.sessionId,
  ]);
  const list = (query: { limit: number; cursor?: string }) =>
    routes().listLoginHistory({ ...plainRequest, caller, query });
  const first = await list({ limit: 2 });
  expect(first.items.map(({ isSuccess }) => isSuccess)).toEqual([true, false]);
  const rest = await list({ limit: 2, cursor: first.nextCursor ?? "" });
  expect(rest.items).toMatchObject([{ method: "password", isSuccess: true, ip: "127.0.0.1" }]);
  expect(rest.nextCursor).toBeNull();
  await expect(list({ limit: 2, cursor: "x" })).rejects.toThrow("bad_cursor");
});

test("a user can end one of their own sessions but not another user's", async () => {
  const end = (sessionId: string, by = caller) =>
    routes().endSession({ ...plainRequest, caller: by, params: { sessionId } });
  const other = await signUp(server);
  const stranger = await authenticate(server.deps, other.session.access_token);
  const missing = { status: 404, code: "session_not_found" };
  await expect(end("x")).rejects.toMatchObject(missing);
  await expect(end(caller.sessionId, stranger)).rejects.toMatchObject(missing);
  expect(await end(caller.sessionId)).toEqual({ isEnded: true });
  await expect(authenticate(server.deps, user.session.access_token)).rejects.toThrow(
    "session_ended",
  );
  await expect(end(caller.sessionId)).rejects.toMatchObject(missing);
});

test("a phone number does not change if the session ends during the request", async () => {
  const { database } = server.deps;
  const { session, userId } = await signUp(server);
  const request = {
    ...plainRequest,
    caller: await authenticate(server.deps, session.access_token),
  };
  let changed: Promise<unknown> = Promise.resolve();
  await database.transaction(async (tx) => {
    await lockUser(tx, userId);
    changed = routes()
      .updateMe({ ...request, body: { phone: "+49151123456" } })
      .catch((error: unknown) => error);
    await expect.poll(() => waitingForLocks(database)).toBe(1);
    await endAccess(tx, { userId });
  });
  expect(await changed).toMatchObject({ status: 401, code: "session_ended" });
  expect(await routes().getMe(request)).toMatchObject({ phone: null });
});

test("a change is refused without a deadlock while the account is being deleted", async () => {
  const { database } = server.deps;
  const { userId } = caller;
  let changed: Promise<unknown> = Promise.resolve();
  const deletionBlockersOf = async () => {
    changed = update({ name: "Grace" }).catch((error: unknown) => error);
    await expect.poll(() => waitingForLocks(database)).toBe(1);
    return [];
  };
  await database.transaction((tx) =>
    deletePerson(tx, {
      userId,
      now: new Date(),
      rules: { ...nothingElsewhere, deletionBlockersOf },
    }),
  );
  expect(await changed).toMatchObject({ code: "session_ended" });
});
