/**
 * Tests wrong codes. Wrong codes at sign-in appear in the login history, and an attacker's guesses
 * do not lock the owner out. A wrong code during enrolment is not a failed sign-in.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkSecurityCode } from "#users";
import { enrol, prove } from "../../../test/support/people/authenticator.ts";
import { secondFactorSteps, type Auth } from "../../../test/support/people/second-factor-steps.ts";
import {
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { requireFirstFactor } from "../auth-api/wire/require-session.ts";
import { findLogins } from "../sessions/login-history-table.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";
import { verifyFactor } from "./verify-factor.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const { protectedUser, signInAgain, routes, requestOf, tokenOf } = secondFactorSteps(() => server);

test("a wrong withdrawal code appears in the login history with its network origin", async () => {
  const { userId, app } = await protectedUser();
  const visitor = { ip: "203.0.113.7", userAgent: "thief" };
  const give = (code: string) =>
    server.deps.database.transaction((tx) => {
      const now = server.clock.now();
      return checkSecurityCode(tx, server.deps, {
        userId,
        purpose: "withdrawal",
        code,
        visitor,
        now,
      });
    });
  expect(await give("000000")).toBe("wrong");
  expect(await give(app.codeAt(server.clock.now()))).toBe("ok");
  const at = { userId, beforeId: undefined, limit: 50 };
  const failures = (await findLogins(server.deps.database, at)).filter((one) => !one.isSuccess);
  expect(failures).toEqual([
    expect.objectContaining({ method: "totp", isSuccess: false, ...visitor }),
  ]);
});

test("an attacker with the password cannot lock out the owner's known device", async () => {
  const { userId, app } = await protectedUser();
  const thief = { userAgent: "thief", userId };
  const give = (visitor: { ip: string; userAgent: string }, code: string) =>
    server.deps.database.transaction(async (tx) => {
      const now = server.clock.now();
      const attempt = { userId, mayRecover: true, isRaised: false, code, visitor, now };
      return (await proveSecondFactor(tx, server.deps, attempt)).verdict;
    });
  const verdicts = [];
  for (let host = 1; host <= 7; host += 1)
    verdicts.push(await give({ ...thief, ip: `203.0.113.${host}` }, "000000"));
  const tooMany = ["too_many", "too_many"];
  expect(verdicts).toEqual(["wrong", "wrong", "wrong", "wrong", "wrong", ...tooMany]);
  const [owner] = await findLogins(server.deps.database, {
    userId,
    beforeId: undefined,
    limit: 50,
  }).then((logins) => logins.filter(({ isSuccess, lacksCode }) => isSuccess && !lacksCode));
  if (!owner) throw new Error("the owner never signed in");
  const code = app.codeAt(server.clock.now());
  expect(await give({ ...thief, ip: owner.ip }, code)).toBe("too_many");
  expect(await give({ ip: "203.0.113.9", userAgent: owner.userAgent }, code)).toBe("too_many");
  for (let guess = 1; guess <= 4; guess += 1) expect(await give(owner, "000000")).toBe("wrong");
  expect(await give(owner, code)).toBe("ok");
  expect(await give({ ...thief, ip: "203.0.113.1" }, "000000")).toBe("too_many");
  for (let guess = 1; guess <= 5; guess += 1) expect(await give(owner, "000000")).toBe("wrong");
  expect(await give(owner, "000000")).toBe("too_many");
});

test("every wrong code appears in the login history", async () => {
  const { auth, app, email } = await protectedUser();
  const low = await signInAgain(email);
  await low.auth.mfa.challengeAndVerify({ factorId: app.factorId, code: "000000" });
  await prove(low.auth, app, server.clock.now());
  expect((await auth.getUser()).error).toBeNull();
  const query = { limit: 3, cursor: undefined };
  const { items } = await routes().listLoginHistory({ ...(await requestOf(auth)), query });
  expect(items.map(({ method, isSuccess }) => `${method} ${isSuccess}`)).toEqual([
    "totp true",
    "totp false",
    "password true",
  ]);
});

describe("enrolment codes", () => {
  const wrongCode = async (auth: Auth, factorId: string) => {
    const { data } = await auth.mfa.challenge({ factorId });
    const signedIn = await requireFirstFactor(server.deps, `Bearer ${await tokenOf(auth)}`);
    const answer = { factorId, challengeId: data?.id ?? "", proof: { code: "000000" } };
    const visitor = { ip: "127.0.0.1", userAgent: "test" };
    return verifyFactor(server.deps, signedIn, { ...answer, isNotifiedSession: true }, visitor);
  };

  test("a wrong code during an enrolment is a separate kind of event", async () => {
    const { client } = await signUp(server);
    const { factorId } = await enrol(client.auth, "Phone");
    await expect(wrongCode(client.auth, factorId)).rejects.toMatchObject({
      code: "enrolment_code_wrong",
      signInCode: "mfa_verification_failed",
    });
    const { auth, app } = await protectedUser();
    await expect(wrongCode(auth, app.factorId)).rejects.toMatchObject({
      code: "mfa_verification_failed",
    });
  });

  test("a wrong code during an enrolment does not appear in the login history", async () => {
    const { auth, userId, app, email } = await protectedUser();
    const { factorId } = await enrol(auth, "Tablet");
    for (let slip = 1; slip <= 5; slip += 1)
      await expect(wrongCode(auth, factorId)).rejects.toMatchObject({
        signInCode: "mfa_verification_failed",
      });
    const at = { userId, beforeId: undefined, limit: 50 };
    const logins = await findLogins(server.deps.database, at);
    expect(logins.filter(({ isSuccess }) => !isSuccess)).toEqual([]);
    const again = await signInAgain(email);
    await prove(again.auth, app, server.clock.now());
  });
});
