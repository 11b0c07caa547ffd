/** Tests re-authentication before a change of the account's protection. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { authenticate, requireStepUp, usersRoutes } from "#users";
import { enrol, prove as prove2fa } from "../../../test/support/people/authenticator.ts";
import { messageTo } from "../../../test/support/people/messages.ts";
import {
  PASSWORD,
  plainRequest,
  signUp,
  startSignInServer,
  type SignedUp,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { replaceRecoveryCodes } from "../factors/recovery-codes.ts";
import { recordProof } from "../proofs/proofs-table.ts";
import { pendingSats } from "../../../test/support/money/pending.ts";

const MINUTE_MS = 60_000;

let server: SignInServer;
let user: SignedUp;
let caller: Caller;
beforeAll(async () => {
  server = await startSignInServer({ proofsMax: 6, ipFailuresMax: 1_000 });
});
beforeEach(async () => {
  user = await signUp(server);
  caller = await authenticate(server.deps, user.session.access_token);
});
afterAll(() => server.close());

const routes = () => usersRoutes({ ...server.deps, pending: pendingSats(0n) });
const isRefused = expect.objectContaining({
  status: 403,
  code: "step_up_required",
  title: "Security Verification Required",
});
const prove = (body: { password: string } | { code: string }, who = caller) =>
  routes().renewProof({ ...plainRequest, caller: who, body });

test("a sign-in counts as re-authentication for ten minutes", async () => {
  await requireStepUp(server.deps, caller);
  server.clock.move(9 * MINUTE_MS);
  await requireStepUp(server.deps, caller);
  server.clock.move(MINUTE_MS);
  await expect(requireStepUp(server.deps, caller)).rejects.toEqual(isRefused);
  await user.client.auth.refreshSession();
  await expect(requireStepUp(server.deps, caller)).rejects.toEqual(isRefused);
  const { provenUntil } = await prove({ password: PASSWORD });
  expect(provenUntil.getTime() - server.clock.now().getTime()).toBeGreaterThan(9 * MINUTE_MS);
  await requireStepUp(server.deps, caller);
});

test("re-authentication applies only to its own session", async () => {
  server.clock.move(20 * MINUTE_MS);
  const { data } = await server.client().auth.signInWithPassword({
    email: user.email,
    password: PASSWORD,
  });
  const other = await authenticate(server.deps, data.session?.access_token);
  await requireStepUp(server.deps, other);
  await expect(requireStepUp(server.deps, caller)).rejects.toEqual(isRefused);
  server.clock.move(-30 * MINUTE_MS);
  await expect(requireStepUp(server.deps, other)).rejects.toEqual(isRefused);
  server.clock.move(30 * MINUTE_MS);
});

test("a change of the phone number requires re-authentication", async () => {
  const update = (body: { name?: string; phone?: string | null }) =>
    routes().updateMe({ ...plainRequest, caller, body });
  await update({ phone: "+49151123456" });
  server.clock.move(11 * MINUTE_MS);
  await update({ name: "Grace" });
  await update({ phone: "+49 151 123456" });
  await expect(update({ phone: "+49151999999", name: "Changed" })).rejects.toEqual(isRefused);
  await expect(update({ phone: null })).rejects.toEqual(isRefused);
  expect(await routes().getMe({ ...plainRequest, caller })).toMatchObject({
    name: "Grace",
    phone: "+49151123456",
  });
  await prove({ password: PASSWORD });
  expect(await update({ phone: null })).toMatchObject({ phone: null });
});

test("a new password requires the current password or re-authentication", async () => {
  server.clock.move(11 * MINUTE_MS);
  const change = async () =>
    (await user.client.auth.updateUser({ password: "another long one" })).error?.code;
  expect(await change()).toBe("reauthentication_needed");
  await prove({ password: PASSWORD });
  expect(await change()).toBeUndefined();
});

describe("sessions opened by a mailed link", () => {
  const readTokens: string[] = [];
  const opened = async (): Promise<Caller> => {
    const { client } = user;
    // Moves the clock past the limit of one message per minute.
    server.clock.move(MINUTE_MS);
    await client.auth.signInWithOtp({ email: user.email, options: { shouldCreateUser: false } });
    const { token } = await messageTo(server.deps.database, {
      email: user.email,
      template: "magic_link",
      seen: readTokens,
    });
    readTokens.push(token);
    const { data } = await client.auth.verifyOtp({ token_hash: token, type: "magiclink" });
    return authenticate(server.deps, data.session?.access_token);
  };

  test("a mailed link re-authenticates only for replacing a forgotten password", async () => {
    const byMail = await opened();
    await expect(requireStepUp(server.deps, byMail)).rejects.toEqual(isRefused);
    const { auth } = user.client;
    const email = `new-${user.email}`;
    expect((await auth.updateUser({ email })).error?.code).toBe("reauthentication_needed");
    expect((await auth.mfa.enroll({ factorType: "totp" })).error?.code).toBe(
      "reauthentication_needed",
    );
    await prove({ password: PASSWORD }, byMail);
    await requireStepUp(server.deps, byMail);
    await opened();
    expect((await auth.updateUser({ password: "another long one" })).error).toBeNull();
  });

  test("a mailed link re-authenticates a user without a password", async () => {
    await server.deps.database.query(
      "update users_users set encrypted_password = null where id = $1",
      [user.userId],
    );
    const byMail = await opened();
    await requireStepUp(server.deps, byMail);
    server.clock.move(11 * MINUTE_MS);
    await expect(requireStepUp(server.deps, byMail)).rejects.toEqual(isRefused);
  });
});

test("with two-factor authentication, a password does not re-authenticate", async () => {
  const strong: Caller = { ...caller, aal: "aal2" };
  await expect(requireStepUp(server.deps, strong)).rejects.toEqual(isRefused);
  await expect(prove({ password: PASSWORD }, strong)).rejects.toMatchObject({
    status: 422,
    code: "step_up_by_code",
  });
  for (const method of ["totp", "recovery_code"]) {
    const { sessionId } = caller;
    await server.deps.database.transaction((tx) =>
      recordProof(tx, { sessionId, method, now: server.clock.now() }),
    );
    await requireStepUp(server.deps, strong);
    server.clock.move(11 * MINUTE_MS);
    await expect(requireStepUp(server.deps, strong)).rejects.toEqual(isRefused);
  }
});

test("with two-factor authentication, each code re-authenticates only once", async () => {
  const { auth } = user.client;
  const app = await enrol(auth);
  await prove2fa(auth, app, server.clock.now());
  server.clock.move(11 * MINUTE_MS);
  const { data } = await auth.getSession();
  const strong = await authenticate(server.deps, data.session?.access_token);
  expect(strong.aal).toBe("aal2");
  await expect(requireStepUp(server.deps, strong)).rejects.toEqual(isRefused);
  const code = app.codeAt(server.clock.now());
  await prove({ code }, strong);
  await requireStepUp(server.deps, strong);
  await expect(prove({ code }, strong)).rejects.toMatchObject({ code: "code_used" });
  server.clock.move(11 * MINUTE_MS);
  await expect(requireStepUp(server.deps, strong)).rejects.toEqual(isRefused);
  const { userId } = strong;
  const [recovery = ""] = await server.deps.database.transaction((tx) =>
    replaceRecoveryCodes(tx, { userId, now: server.clock.now() }),
  );
  await prove({ code: recovery }, strong);
  await requireStepUp(server.deps, strong);
  await expect(prove({ code: recovery }, strong)).rejects.toMatchObject({ code: "wrong_code" });
  const messages = await server.deps.database.query(
    "select 1 from notifications_messages where user_id = $1 and template = 'recovery_code_used'",
    [userId],
  );
  expect(messages).toHaveLength(1);
});

test("without two-factor authentication, a code does not re-authenticate", async () => {
  await expect(prove({ code: "123456" })).rejects.toMatchObject({ code: "step_up_by_password" });
});

test("a wrong password is refused and recorded, even on a known device", async () => {
  for (let guess = 1; guess <= 6; guess += 1)
    await expect(prove({ password: `guess number ${guess}` })).rejects.toMatchObject({
      status: 422,
      code: "wrong_password",
      title: "Wrong password",
    });
  await expect(prove({ password: PASSWORD })).rejects.toMatchObject({
    status: 429,
    code: "too_many_proofs",
  });
  const query = { limit: 50, cursor: undefined };
  const { items } = await routes().listLoginHistory({ ...plainRequest, caller, query });
  const failures = items.filter(({ isSuccess }) => !isSuccess);
  expect(failures).toHaveLength(6);
  expect(failures[0]).toMatchObject({ method: "step_up" });
  server.clock.move(16 * MINUTE_MS);
  await prove({ password: PASSWORD });
});

test("a stranger's guesses at sign-in do not block the owner's re-authentication", async () => {
  for (let guess = 1; guess <= 11; guess += 1)
    await server.client().auth.signInWithPassword({ email: user.email, password: "wrong one" });
  await server.deps.database.query(
    "update users_sign_in_failures set failures_since_success = 100",
  );
  const elsewhere = { ...plainRequest, caller, ip: "203.0.113.7", userAgent: "x" };
  const { provenUntil } = await routes().renewProof({
    ...elsewhere,
    body: { password: PASSWORD },
  });
  expect(provenUntil.getTime()).toBeGreaterThan(server.clock.now().getTime());
});

test("a thief with an open session has only a few guesses", async () => {
  const { data } = await server.client().auth.signInWithPassword({
    email: user.email,
    password: PASSWORD,
  });
  const owner = await authenticate(server.deps, data.session?.access_token);
  for (let guess = 1; guess <= 100; guess += 1) {
    await expect(prove({ password: `guess number ${guess}` })).rejects.toMatchObject({
      code: "wrong_password",
    });
    server.clock.move(16 * MINUTE_MS);
  }
  await expect(prove({ password: PASSWORD })).rejects.toMatchObject({
    status: 429,
    code: "session_blocked",
    text: "There were too many wrong passwords in this session. Log out, then log in again or use Forgot Password.",
  });
  await prove({ password: PASSWORD }, owner);
});

test("an ended session cannot re-authenticate", async () => {
  await user.client.auth.signOut();
  await expect(prove({ password: PASSWORD })).rejects.toMatchObject({ code: "session_ended" });
});
