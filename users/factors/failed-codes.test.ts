/**
 * Codes that were wrong: each stands in the login history, and a guesser locks out nobody but
 * themselves.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkSecurityCode } from "#users";
import { prove } from "../../test/support/authenticator.ts";
import { secondFactorSteps } from "../../test/support/second-factor-steps.ts";
import { startSignInServer, type SignInServer } from "../../test/support/sign-in-server.ts";
import { findLogins } from "../sessions/login-history-table.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const { protectedUser, signInAgain, routes, requestOf } = secondFactorSteps(() => server);

test("a failed code at a withdrawal stands in the login history too, with where it came from", async () => {
  const { userId, app } = await protectedUser();
  const visitor = { ip: "203.0.113.7", userAgent: "thief" };
  const give = (code: string) =>
    server.parts.database.transaction((tx) => {
      const now = server.clock.now();
      return checkSecurityCode(tx, server.parts, {
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
  const failures = (await findLogins(server.parts.database, at)).filter((one) => !one.isSuccess);
  expect(failures).toEqual([
    expect.objectContaining({ method: "totp", isSuccess: false, ...visitor }),
  ]);
});

test("who has the password and guesses everywhere does not lock the owner's known device out", async () => {
  const { userId, app } = await protectedUser();
  const thief = { userAgent: "thief", userId };
  const give = (visitor: { ip: string; userAgent: string }, code: string) =>
    server.parts.database.transaction(async (tx) => {
      const now = server.clock.now();
      const given = { userId, mayRecover: true, isRaised: false, code, visitor, now };
      return (await proveSecondFactor(tx, server.parts, given)).verdict;
    });
  const verdicts = [];
  for (let host = 1; host <= 7; host += 1)
    verdicts.push(await give({ ...thief, ip: `203.0.113.${host}` }, "000000"));
  const tooMany = ["too_many", "too_many"];
  expect(verdicts).toEqual(["wrong", "wrong", "wrong", "wrong", "wrong", ...tooMany]);
  const [owner] = await findLogins(server.parts.database, {
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

test("every failed code stands in the login history", async () => {
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
