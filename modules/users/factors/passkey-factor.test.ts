/**
 * Tests a passkey as second factor with the official client's MFA calls: after the password, for
 * re-authentication, and in place of a code. Covers all refusals.
 */
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticate, checkSecurityCode, requireStepUp } from "#users";
import { enrol, prove as giveCode } from "../../../test/support/people/authenticator.ts";
import { messageTo } from "../../../test/support/people/messages.ts";
import {
  addPasskey,
  askFactor,
  giveFactor,
  PASSKEY_ORIGIN,
  passkeySteps,
} from "../../../test/support/people/passkey-steps.ts";
import { secondFactorSteps, type Auth } from "../../../test/support/people/second-factor-steps.ts";
import {
  PASSWORD,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { makePasskey, type SoftwarePasskey } from "../../../test/support/fakes/software-passkey.ts";
import { sweepExpired } from "../sweep.ts";
import { findFactors } from "./factors-table.ts";
import { removeFactors } from "./remove-factors.ts";

const MINUTE_MS = 60_000;

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer({}, { siteUrl: "http://127.0.0.1:3000" });
});
afterAll(() => server.close());

const { personWithPasskey } = passkeySteps(() => server);
const { signInAgain, routes, requestOf, tokenOf, send, messagesTo } = secondFactorSteps(
  () => server,
);

/** Returns the error code, or undefined if the passkey was accepted. */
async function prove(auth: Auth, factorId: string, passkey: SoftwarePasskey, origin?: string) {
  const { challengeId, challenge } = await askFactor(auth, factorId);
  const credential = passkey.sign({ challenge }, origin === undefined ? {} : { origin });
  const answer = { factorId, challengeId, type: "request", credential } as const;
  return (await giveFactor(auth, answer)).error?.code;
}

const aalOf = async (auth: Auth) => decodeJwt(await tokenOf(auth))["aal"];

describe("after the password", () => {
  test("a passkey grants access that the password alone does not", async () => {
    const { email, passkey, passkeyId } = await personWithPasskey();
    const { auth, session } = await signInAgain(email);
    await expect(authenticate(server.deps, session.access_token)).rejects.toMatchObject({
      code: "insufficient_aal",
    });
    expect(await prove(auth, passkeyId, passkey)).toBeUndefined();
    expect(await aalOf(auth)).toBe("aal2");
    expect(decodeJwt(await tokenOf(auth))["amr"]).toMatchObject([
      { method: "webauthn" },
      { method: "password" },
    ]);
  });

  test("a passkey enrolled as a second factor also signs in without a password", async () => {
    const { client } = await signUp(server);
    const { auth } = client;
    const { data } = await auth.mfa.enroll({ factorType: "webauthn", friendlyName: "Key ring" });
    const factorId = data?.id ?? "";
    const { challengeId, type, challenge } = await askFactor(auth, factorId);
    expect(type).toBe("create");
    const options = { rp: { id: "localhost" }, user: { id: "AAAA" }, challenge };
    const passkey = makePasskey(options as Parameters<typeof makePasskey>[0], {
      origin: PASSKEY_ORIGIN,
    });
    const credential = passkey.made;
    expect((await giveFactor(auth, { factorId, challengeId, type, credential })).error).toBeNull();
    expect(await aalOf(auth)).toBe("aal2");
    expect((await auth.passkey.list()).data).toMatchObject([{ friendly_name: "Key ring" }]);
  });

  test("another user's passkey, another origin and a reused signature are refused", async () => {
    const ann = await personWithPasskey();
    const bob = await personWithPasskey({ isCounting: false });
    const { auth } = await signInAgain(bob.email);
    const refused = "mfa_verification_failed";
    expect(await prove(auth, bob.passkeyId, ann.passkey)).toBe(refused);
    expect(await prove(auth, bob.passkeyId, bob.passkey, "https://attacker.example")).toBe(refused);
    const { challengeId, challenge } = await askFactor(auth, bob.passkeyId);
    const credential = bob.passkey.sign({ challenge });
    const answer = { factorId: bob.passkeyId, challengeId, type: "request", credential } as const;
    expect((await giveFactor(auth, answer)).error).toBeNull();
    expect((await giveFactor(auth, answer)).error?.code).toBe("mfa_factor_not_found");
    const { auth: annsOwn } = await signInAgain(ann.email);
    await expect(askFactor(annsOwn, bob.passkeyId)).rejects.toMatchObject({
      code: "mfa_factor_not_found",
    });
  });

  test("another passkey's signature does not complete an enrolment", async () => {
    const { auth, passkey } = await personWithPasskey({ isCounting: false });
    const { data } = await auth.mfa.enroll({ factorType: "webauthn", friendlyName: "Second" });
    const factorId = data?.id ?? "";
    expect(await prove(auth, factorId, passkey)).toBe("mfa_verification_failed");
    expect((await auth.passkey.list()).data).toHaveLength(1);
  });

  test("a recovery code is accepted in place of a passkey", async () => {
    const { auth, email, passkeyId: factorId } = await personWithPasskey();
    const { codes } = await routes().makeRecoveryCodes(await requestOf(auth));
    const { auth: again } = await signInAgain(email);
    const wrong = await again.mfa.challengeAndVerify({ factorId, code: "123456" });
    expect(wrong.error?.code).toBe("mfa_verification_failed");
    const { error } = await again.mfa.challengeAndVerify({ factorId, code: codes[0] ?? "" });
    expect(error).toBeNull();
    expect(await aalOf(again)).toBe("aal2");
  });
});

test("adding a passkey ends no session", async () => {
  const { client } = await signUp(server);
  await addPasskey(client.auth);
  expect(await aalOf(client.auth)).toBe("aal1");
  server.clock.move(MINUTE_MS);
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await aalOf(client.auth)).toBe("aal2");
});

test("adding another passkey does not raise tokens from before the second factor", async () => {
  const { email, passkey, passkeyId } = await personWithPasskey({ isCounting: false });
  const { auth, session } = await signInAgain(email);
  expect(await prove(auth, passkeyId, passkey)).toBeUndefined();
  await addPasskey(auth);
  await expect(authenticate(server.deps, session.access_token)).rejects.toMatchObject({
    code: "insufficient_aal",
  });
});

test("the message for a first passkey differs from the message for later ones", async () => {
  const { auth, userId } = await personWithPasskey();
  await addPasskey(auth);
  const templates = (await messagesTo(userId)).map(({ template }) => template);
  expect(templates.filter((template) => template.startsWith("second_factor"))).toEqual([
    "second_factor_on",
    "second_factor_added",
  ]);
});

test("the message about removed factors lists every factor", async () => {
  const { auth, userId, email } = await personWithPasskey();
  await addPasskey(auth);
  await auth.refreshSession();
  const app = await enrol(auth, "Phone");
  await giveCode(auth, app, server.clock.now());
  await enrol(auth, "Never finished");
  await server.deps.database.transaction(async (tx) => {
    const factors = await findFactors(tx, userId);
    const now = server.clock.now();
    await removeFactors(tx, { userId, factors, who: "Somebody", reason: "asked", now });
  });
  const template = "second_factor_taken";
  const { text } = await messageTo(server.deps.database, { email, template });
  expect(text).toContain("Somebody removed an authenticator app and 2 passkeys from your account");
});

describe("an unfinished enrolment", () => {
  /** Finishes the enrolment with the official client's two factor calls. */
  async function finish(auth: Auth, factorId: string, asking = auth) {
    const { challengeId, type, challenge } = await askFactor(asking, factorId);
    const options = { rp: { id: "localhost" }, user: { id: "AAAA" }, challenge };
    const passkey = makePasskey(options as Parameters<typeof makePasskey>[0], {
      origin: PASSKEY_ORIGIN,
    });
    return giveFactor(auth, { factorId, challengeId, type, credential: passkey.made });
  }

  /** Starts an enrolment and leaves it unfinished, as a user does who closes the dialog. */
  async function leftBehind(auth: Auth) {
    expect((await auth.passkey.startRegistration()).error).toBeNull();
    const { data } = await auth.mfa.listFactors();
    return data?.all.find(({ status }) => status === "unverified")?.id ?? "";
  }

  test("a password alone cannot finish an enrolment if another factor exists", async () => {
    const { auth, email } = await personWithPasskey();
    const factorId = await leftBehind(auth);
    const { auth: low } = await signInAgain(email);
    await expect(askFactor(low, factorId)).rejects.toMatchObject({ code: "insufficient_aal" });
    expect((await finish(low, factorId, auth)).error?.code).toBe("insufficient_aal");
    expect(await aalOf(low)).toBe("aal1");
    expect((await finish(auth, factorId)).error).toBeNull();
  });

  test("only a recently re-authenticated session can finish an enrolment", async () => {
    const { client } = await signUp(server);
    const { auth } = client;
    const factorId = await leftBehind(auth);
    server.clock.move(11 * MINUTE_MS);
    expect((await finish(auth, factorId)).error?.code).toBe("reauthentication_needed");
    expect(await aalOf(auth)).toBe("aal1");
    const body = { password: PASSWORD };
    await routes().renewProof({ ...(await requestOf(auth)), body });
    expect((await finish(auth, factorId)).error).toBeNull();
    expect(await aalOf(auth)).toBe("aal2");
  });

  test("an unfinished enrolment is deleted after a day", async () => {
    const { client, email } = await signUp(server);
    await leftBehind(client.auth);
    server.clock.move(25 * 60 * MINUTE_MS);
    await sweepExpired(server.deps);
    const { auth } = await signInAgain(email);
    expect((await auth.mfa.listFactors()).data?.all).toEqual([]);
  });
});

describe("re-authentication", () => {
  test("a passkey is required again after ten minutes", async () => {
    const { auth, passkey, passkeyId } = await personWithPasskey();
    const step = async () => requireStepUp(server.deps, (await requestOf(auth)).caller);
    await step();
    server.clock.move(11 * MINUTE_MS);
    await expect(step()).rejects.toMatchObject({ code: "step_up_required" });
    expect(await prove(auth, passkeyId, passkey)).toBeUndefined();
    await step();
  });

  test("adding or removing a passkey requires a passkey while one exists", async () => {
    const { auth, email, passkey, passkeyId } = await personWithPasskey();
    server.clock.move(11 * MINUTE_MS);
    await expect(addPasskey(auth)).rejects.toMatchObject({ code: "reauthentication_needed" });
    expect((await auth.passkey.delete({ passkeyId })).error?.code).toBe("reauthentication_needed");
    expect(await prove(auth, passkeyId, passkey)).toBeUndefined();
    expect((await auth.passkey.delete({ passkeyId })).error).toBeNull();
    const { session } = await signInAgain(email);
    await expect(authenticate(server.deps, session.access_token)).resolves.toBeDefined();
  });

  test("a password alone cannot add a passkey if another factor exists", async () => {
    const { email, auth } = await personWithPasskey();
    const { auth: low, session } = await signInAgain(email);
    await expect(addPasskey(low)).rejects.toMatchObject({ code: "insufficient_aal" });
    expect(await send("POST", "/factors", session.access_token, { factor_type: "webauthn" })).toBe(
      "403 insufficient_aal",
    );
    const { factorId } = await enrol(auth, "Phone");
    const { error } = await auth.passkey.delete({ passkeyId: factorId });
    expect(error?.code).toBe("mfa_factor_not_found");
  });
});

describe("in place of a code", () => {
  const visitor = { ip: "127.0.0.1", userAgent: "test" };

  /** Verifies a passkey in place of a code, as for a withdrawal. */
  const confirm = (userId: string, passkey: { challengeId: string; credential: object }) =>
    server.deps.database.transaction((tx) =>
      checkSecurityCode(tx, server.deps, {
        userId,
        purpose: "withdrawal",
        code: "",
        passkey: passkey as NonNullable<Parameters<typeof checkSecurityCode>[2]["passkey"]>,
        visitor,
        now: server.clock.now(),
      }),
    );

  test("a passkey is accepted once, for its owner, and only from this site's origin", async () => {
    const ann = await personWithPasskey({ isCounting: false });
    const bob = await personWithPasskey();
    const sign = async (origin = PASSKEY_ORIGIN) => {
      const { challengeId, challenge } = await askFactor(ann.auth, ann.passkeyId);
      return { challengeId, credential: ann.passkey.sign({ challenge }, { origin }) };
    };
    expect(await confirm(ann.userId, await sign("https://attacker.example"))).toBe("wrong");
    expect(await confirm(bob.userId, await sign())).toBe("wrong");
    const answer = await sign();
    expect(await confirm(ann.userId, answer)).toBe("ok");
    expect(await confirm(ann.userId, answer)).toBe("wrong");
    const late = await sign();
    server.clock.move(6 * MINUTE_MS);
    expect(await confirm(ann.userId, late)).toBe("wrong");
  });
});
