/**
 * Tests a forgotten password on an installation without a mail server: administrators see the
 * request, and one of them creates a link for setting a new password.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { createUser, withdrawalsLockedUntil } from "#users";
import { HOUR_MS, settledAdministrator } from "../../../test/support/people/administrators.ts";
import { enrol, prove } from "../../../test/support/people/authenticator.ts";
import { startBackOffice, type BackOffice } from "../../../test/support/people/back-office.ts";
import { messageTo } from "../../../test/support/people/messages.ts";
import {
  newEmail,
  PASSWORD,
  plainRequest,
  postSignIn,
  signUp,
  startSignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { sweepExpired } from "../../users/sweep.ts";
import { recover } from "../../users/mailed-links/recover.ts";

const reason = "Met at the desk, passport shown";
const NEXT_PASSWORD = "a horse that forgot its staple";

let office: BackOffice;
let ann: Caller;
let bob: Caller;
beforeAll(async () => {
  office = await startBackOffice();
});
beforeEach(async () => {
  await office.deps.database.query("delete from users_roles");
  await office.deps.database.query("delete from users_reset_requests");
  ann = await settledAdministrator(office);
  bob = await settledAdministrator(office);
});
afterAll(() => office.close());

const now = () => office.server.clock.now();
const ask = (caller: Caller, userId: string) => ({
  ...plainRequest,
  caller,
  params: { userId },
  body: { reason },
});
const approve = (caller: Caller, userId: string) =>
  office.routes.approveResetRequest(ask(caller, userId));
const reject = (caller: Caller, userId: string) =>
  office.routes.rejectResetRequest(ask(caller, userId));
const listed = async () =>
  (await office.routes.listResetRequests({ ...plainRequest, caller: ann })).items;

/** Submits the forgot-password form. The request is stored after the response. */
async function forget(email: string) {
  const { error } = await office.server.client().auth.resetPasswordForEmail(email);
  expect(error).toBeNull();
}

async function personWhoForgot() {
  const person = await signUp(office.server);
  await forget(person.email);
  await expect
    .poll(async () => (await listed()).map(({ userId }) => userId))
    .toContain(person.userId);
  return person;
}

const tokenOf = (link: string) =>
  new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash") ?? "";

async function useLink(link: string) {
  const { auth } = office.server.client();
  const opened = await auth.verifyOtp({ token_hash: tokenOf(link), type: "recovery" });
  const changed = await auth.updateUser({ password: NEXT_PASSWORD });
  return { opened: opened.error?.code, changed: changed.error?.code };
}

describe("password requests", () => {
  test("a password request is listed with its user, time and network", async () => {
    const person = await personWhoForgot();
    office.server.clock.move(61_000);
    await forget(person.email);
    await expect.poll(async () => (await listed())[0]?.requestCount).toBe(2);
    expect(await listed()).toMatchObject([
      { userId: person.userId, email: person.email, ip: "127.0.0.1", isAdmin: false },
    ]);
    const ageMs = now().getTime() - ((await listed())[0]?.requestedAt.getTime() ?? 0);
    expect(ageMs).toBeLessThan(60_000);
  });

  test("a password request for an unknown address is not stored", async () => {
    const { email } = await signUp(office.server);
    const answers = [];
    for (const address of [email, newEmail()])
      answers.push(await postSignIn(office.server, "recover", { email: address }));
    expect(answers[1]).toEqual(answers[0]);
    await expect.poll(async () => (await listed()).map((item) => item.email)).toEqual([email]);
  });

  test("password requests beyond 60 an hour from one network are not stored", async () => {
    const visitor = { ip: "2001:db8:7::1", userAgent: "test" };
    const people = [];
    for (let count = 0; count < 61; count += 1) people.push(await signUp(office.server));
    for (const { email } of people) {
      const request = { email, challenge: undefined, redirectTo: undefined };
      const work = await recover(office.deps, request, visitor);
      await work();
    }
    expect(await listed()).toHaveLength(60);
  });

  test("a password request is deleted after a week", async () => {
    await personWhoForgot();
    office.server.clock.move(8 * 24 * HOUR_MS);
    await sweepExpired(office.deps);
    expect(await listed()).toEqual([]);
  });

  test("a password request is not stored if a mail server sends the link", async () => {
    const mailing = await startSignInServer({}, { mailLeaves: true });
    try {
      const { deps } = mailing;
      const email = newEmail();
      await deps.database.transaction((tx) =>
        createUser(tx, deps, { email, passwordHash: null, metadata: {}, now: deps.clock.now() }),
      );
      const request = { email, challenge: undefined, redirectTo: undefined };
      await (
        await recover(deps, request, { ip: "127.0.0.1", userAgent: "" })
      )();
      await messageTo(deps.database, { email, template: "recovery_link" });
      expect(await deps.database.query("select from users_reset_requests")).toEqual([]);
    } finally {
      await mailing.close();
    }
  });
});

describe("password links", () => {
  test("a password link works once and locks withdrawals", async () => {
    const { userId, email } = await personWhoForgot();
    const { link, expiresAt } = await approve(ann, userId);
    expect(link).toMatch(/^http:\/\/floor\.test\/reset-password#token_hash=/);
    expect(expiresAt.getTime() - now().getTime()).toBeGreaterThan(59 * 60_000);
    expect(await listed()).toEqual([]);
    const { text } = await messageTo(office.deps.database, { email, template: "account_changed" });
    expect(text).toContain("an administrator received a link");
    expect(text).toContain(reason);
    expect(await useLink(link)).toEqual({ opened: undefined, changed: undefined });
    expect((await useLink(link)).opened).toBe("otp_expired");
    expect(await withdrawalsLockedUntil(office.deps.database, userId, now())).toBeDefined();
    const { auth } = office.server.client();
    const old = await auth.signInWithPassword({ email, password: PASSWORD });
    expect(old.error?.code).toBe("invalid_credentials");
    expect((await auth.signInWithPassword({ email, password: NEXT_PASSWORD })).error).toBeNull();
  });

  test("a password link leaves two-factor authentication on", async () => {
    const person = await signUp(office.server);
    await prove(person.client.auth, await enrol(person.client.auth), now());
    await forget(person.email);
    await expect.poll(async () => (await listed()).length).toBe(1);
    const { link } = await approve(ann, person.userId);
    expect(await useLink(link)).toEqual({ opened: undefined, changed: "insufficient_aal" });
  });

  test("a password link does not appear in the audit entry", async () => {
    const { userId } = await personWhoForgot();
    const { link } = await approve(ann, userId);
    const [entry] = await office.audit(ann);
    expect(entry).toMatchObject({
      action: "user.approve_reset",
      actorId: ann.userId,
      targetId: userId,
      reason,
      after: { resetRequest: "approved" },
    });
    expect(JSON.stringify(entry)).not.toContain(tokenOf(link));
  });
});

describe("refusals", () => {
  test("a second approval is refused, even a concurrent one", async () => {
    const { userId } = await personWhoForgot();
    const results = await Promise.allSettled([approve(ann, userId), approve(bob, userId)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(approve(ann, userId)).rejects.toMatchObject({ code: "no_reset_request" });
  });

  test("a link for a user without a request is refused", async () => {
    const { userId } = await signUp(office.server);
    for (const decide of [approve, reject])
      await expect(decide(ann, userId)).rejects.toMatchObject({
        status: 404,
        code: "no_reset_request",
      });
  });

  test("a link for an administrator or for oneself is refused", async () => {
    for (const { userId, email } of [ann, bob]) {
      await forget(email);
      await expect.poll(async () => (await listed()).map((item) => item.userId)).toContain(userId);
      await expect(approve(ann, userId)).rejects.toMatchObject({
        status: 403,
        code: "reset_of_administrator",
      });
    }
  });

  test("an approval without re-authentication in the last ten minutes is refused", async () => {
    const { userId } = await personWhoForgot();
    const { provenAt: _, ...stale } = ann;
    await expect(approve({ ...stale, provenAt: new Date(0) }, userId)).rejects.toMatchObject({
      code: "step_up_required",
    });
    expect(await listed()).toHaveLength(1);
  });
});

test("a closed request cannot be approved", async () => {
  const { userId } = await personWhoForgot();
  expect(await reject(ann, userId)).toEqual({ isRejected: true });
  expect(await listed()).toEqual([]);
  const [entry] = await office.audit(ann);
  expect(entry).toMatchObject({ action: "user.reject_reset", after: { resetRequest: "rejected" } });
  await expect(approve(ann, userId)).rejects.toMatchObject({ code: "no_reset_request" });
});
