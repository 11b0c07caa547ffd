/**
 * Tests passwordless sign-in with a passkey through the official client, including every refusal.
 */
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticate } from "#users";
import {
  addPasskey,
  passkeySteps,
  PASSKEY_ORIGIN as ORIGIN,
} from "../../../test/support/people/passkey-steps.ts";
import {
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer({}, { siteUrl: "http://127.0.0.1:3000" });
});
afterAll(() => server.close());

const { personWithPasskey, begin, signIn } = passkeySteps(() => server);

test("a user can sign in repeatedly with only a passkey and reaches aal2", async () => {
  const { passkey, userId } = await personWithPasskey();
  for (let count = 1; count <= 2; count += 1) {
    const { data, error } = await signIn(passkey);
    expect(error).toBeNull();
    const token = data?.session?.access_token ?? "";
    await expect(authenticate(server.deps, token)).resolves.toMatchObject({ userId, aal: "aal2" });
    expect(decodeJwt(token)["amr"]).toMatchObject([{ method: "passkey" }]);
  }
});

test("a passkey that does not count its signatures works on several devices", async () => {
  const { passkey } = await personWithPasskey({ isCounting: false });
  expect((await signIn(passkey)).error).toBeNull();
  expect((await signIn(passkey)).error).toBeNull();
});

describe("refusals", () => {
  test("a signature from another origin's page is refused", async () => {
    const { passkey } = await personWithPasskey();
    const { error } = await signIn(passkey, { origin: "http://localhost.attacker.example:3000" });
    expect(error?.code).toBe("webauthn_verification_failed");
    expect((await signIn(passkey)).error).toBeNull();
  });

  test("a cloned authenticator with a decreased counter is refused", async () => {
    const { passkey } = await personWithPasskey();
    for (let count = 1; count <= 3; count += 1) expect((await signIn(passkey)).error).toBeNull();
    passkey.counter = 1;
    expect((await signIn(passkey)).error?.code).toBe("webauthn_verification_failed");
    expect((await signIn(passkey)).error?.code).toBe("webauthn_verification_failed");
    expect((await signIn(passkey)).error).toBeNull();
  });

  test("a challenge that was already used is refused", async () => {
    const { passkey } = await personWithPasskey({ isCounting: false });
    const { auth } = server.client();
    for (const origin of [ORIGIN, "https://attacker.example"]) {
      const { challengeId, options } = await begin();
      const first = passkey.sign(options, { origin });
      const again = passkey.sign(options);
      await auth.passkey.verifyAuthentication({ challengeId, credential: first });
      const { error } = await auth.passkey.verifyAuthentication({ challengeId, credential: again });
      expect(error?.code).toBe("webauthn_challenge_not_found");
    }
  });

  test("a challenge that is five minutes old or has another id is refused", async () => {
    const { passkey } = await personWithPasskey();
    const { auth } = server.client();
    const old = await begin();
    const other = await begin();
    const mixed = { challengeId: other.challengeId, credential: passkey.sign(old.options) };
    expect((await auth.passkey.verifyAuthentication(mixed)).error?.code).toBe(
      "webauthn_verification_failed",
    );
    server.clock.move(300_000);
    const late = { challengeId: old.challengeId, credential: passkey.sign(old.options) };
    expect((await auth.passkey.verifyAuthentication(late)).error?.code).toBe(
      "webauthn_challenge_expired",
    );
  });

  test("a signature without user verification is refused", async () => {
    const { passkey } = await personWithPasskey();
    const { error } = await signIn(passkey, { isVerified: false });
    expect(error?.code).toBe("webauthn_verification_failed");
  });

  test("an unknown passkey and another user's passkey are refused", async () => {
    const [ann, bob] = [await personWithPasskey(), await personWithPasskey()];
    const { challengeId, options } = await begin();
    const credential = ann.passkey.sign(options);
    const { userHandle } = bob.passkey.sign(options).response;
    const { auth } = server.client();
    const foreign = {
      ...credential,
      response: { ...credential.response, ...(userHandle ? { userHandle } : {}) },
    };
    expect(
      (await auth.passkey.verifyAuthentication({ challengeId, credential: foreign })).error?.code,
    ).toBe("webauthn_verification_failed");
    await ann.auth.passkey.delete({ passkeyId: ann.passkeyId });
    expect((await signIn(ann.passkey)).error).toMatchObject({
      code: "webauthn_verification_failed",
      message: "No account here has this passkey. It may have been removed in Settings.",
    });
  });
});

test("a user can list and delete several passkeys", async () => {
  const { auth, passkeyId, passkey } = await personWithPasskey();
  const second = await addPasskey(auth);
  const { error } = await auth.passkey.update({ passkeyId: second.id, friendlyName: "Key ring" });
  expect(error).toBeNull();
  await signIn(passkey);
  const { data: all } = await auth.passkey.list();
  expect(all).toMatchObject([
    { id: passkeyId, last_used_at: expect.any(String) },
    { id: second.id, friendly_name: "Key ring" },
  ]);
  expect(all?.[0]?.friendly_name).not.toBe("");
  const conflict = await auth.passkey.update({ passkeyId, friendlyName: "Key ring" });
  expect(conflict.error?.code).toBe("mfa_factor_name_conflict");
  expect((await auth.passkey.delete({ passkeyId })).error).toBeNull();
  expect((await auth.passkey.list()).data).toHaveLength(1);
});

test("registering an existing passkey or one from another origin is refused", async () => {
  const { auth, passkey } = await personWithPasskey();
  const begun = await auth.passkey.startRegistration();
  const challengeId = begun.data?.challenge_id ?? "";
  expect(begun.data?.options.excludeCredentials).toMatchObject([{ id: passkey.id }]);
  expect(
    (await auth.passkey.verifyRegistration({ challengeId, credential: passkey.made })).error?.code,
  ).toBe("mfa_verification_failed");
  await expect(addPasskey(auth, { origin: "https://attacker.example" })).rejects.toMatchObject({
    code: "mfa_verification_failed",
  });
});

test("passkey requests fail with passkey_disabled if the site cannot use passkeys", async () => {
  const plain = await startSignInServer();
  const { client } = await signUp(plain);
  expect((await client.auth.passkey.startRegistration()).error?.code).toBe("passkey_disabled");
  expect((await client.auth.passkey.startAuthentication()).error?.code).toBe("passkey_disabled");
  await plain.close();
});
