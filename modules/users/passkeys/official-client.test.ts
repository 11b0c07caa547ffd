/**
 * Tests passkeys using only the official client's calls, as a program written for Supabase Auth
 * would. The response to a registration contains no token, so the client's current token must
 * continue to work.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticate } from "#users";
import { enrol, prove } from "../../../test/support/people/authenticator.ts";
import { newServiceKey } from "../../../test/support/people/operator.ts";
import { addPasskey, passkeySteps } from "../../../test/support/people/passkey-steps.ts";
import {
  PASSWORD,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { createClient } from "@supabase/supabase-js";

let server: SignInServer;
let operator: ReturnType<typeof createClient>["auth"]["admin"];
beforeAll(async () => {
  server = await startSignInServer({}, { siteUrl: "http://127.0.0.1:3000" });
  const auth = { autoRefreshToken: false, persistSession: false, experimental: { passkey: true } };
  operator = createClient(server.url, await newServiceKey(server), { auth }).auth.admin;
});
afterAll(() => server.close());

const { signIn } = passkeySteps(() => server);

describe("tokens after a registration", () => {
  test("the token that registered a passkey can list, rename, add and remove passkeys", async () => {
    const { client, session } = await signUp(server);
    const { auth } = client;
    const { id: passkeyId } = await addPasskey(auth);
    expect((await auth.passkey.list()).data).toMatchObject([{ id: passkeyId }]);
    const renamed = await auth.passkey.update({ passkeyId, friendlyName: "Key ring" });
    expect(renamed.data).toMatchObject({ friendly_name: "Key ring" });
    const { id: secondId } = await addPasskey(auth);
    for (const id of [secondId, passkeyId])
      expect((await auth.passkey.delete({ passkeyId: id })).error).toBeNull();
    expect((await auth.passkey.list()).data).toEqual([]);
    await expect(authenticate(server.deps, session.access_token)).resolves.toBeDefined();
  });

  test("the token that registered a passkey is accepted by the API in every process", async () => {
    const { client, session } = await signUp(server);
    const other = await server.reopen();
    for (const deps of [server.deps, other]) await authenticate(deps, session.access_token);
    await addPasskey(client.auth);
    server.clock.move(4_001);
    for (const deps of [server.deps, other])
      expect(await authenticate(deps, session.access_token)).toMatchObject({ aal: "aal2" });
  });

  test("the registering token falls back to one factor after the client's refresh", async () => {
    const { client, session } = await signUp(server);
    await addPasskey(client.auth);
    await authenticate(server.deps, session.access_token);
    expect((await client.auth.refreshSession()).error).toBeNull();
    server.clock.move(4_001);
    await expect(authenticate(server.deps, session.access_token)).rejects.toMatchObject({
      code: "insufficient_aal",
    });
    expect((await client.auth.passkey.list()).data).toHaveLength(1);
  });

  test("registering a passkey does not raise other sessions", async () => {
    const { client, email } = await signUp(server);
    await addPasskey(client.auth);
    const other = server.client();
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await other.auth.passkey.list()).error?.code).toBe("insufficient_aal");
  });
});

describe("removing a factor", () => {
  test.each([
    ["the first", 0],
    ["the second", 1],
  ])("a session that registered two passkeys stays at aal2 after removing %s", async (_, index) => {
    const { client } = await signUp(server);
    const { auth } = client;
    const ids = [(await addPasskey(auth)).id, (await addPasskey(auth)).id];
    await auth.refreshSession();
    expect((await auth.passkey.delete({ passkeyId: ids[index] ?? "" })).error).toBeNull();
    expect((await auth.passkey.list()).data).toHaveLength(1);
    await auth.refreshSession();
    expect((await auth.passkey.list()).data).toHaveLength(1);
  });

  test("a session stays at aal2 if its authenticator app remains", async () => {
    const { client } = await signUp(server);
    const { auth } = client;
    await prove(auth, await enrol(auth, "Phone"), server.clock.now());
    const { id: passkeyId } = await addPasskey(auth);
    expect((await auth.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await auth.passkey.list()).data).toEqual([]);
  });
});

describe("the operator's program", () => {
  test("the service key can list a user's passkeys and remove one", async () => {
    const { client, userId } = await signUp(server);
    const { auth } = client;
    const first = await addPasskey(auth, { isCounting: false });
    const second = await addPasskey(auth);
    expect((await signIn(first.passkey)).error).toBeNull();
    const { data } = await operator.passkey.listPasskeys({ userId });
    expect(data).toMatchObject([{ id: first.id }, { id: second.id }]);
    expect(data?.[0]?.last_used_at).toBeDefined();
    const removed = await operator.passkey.deletePasskey({ userId, passkeyId: second.id });
    expect(removed.error).toBeNull();
    expect((await signIn(second.passkey)).error?.code).toBe("webauthn_verification_failed");
    // Still valid, because the session was opened with the remaining passkey.
    expect((await auth.passkey.list()).data).toMatchObject([{ id: first.id }]);
  });

  test("removing the last passkey with the service key ends all sessions", async () => {
    const { client, userId } = await signUp(server);
    const { id: passkeyId } = await addPasskey(client.auth);
    expect((await operator.passkey.deletePasskey({ userId, passkeyId })).error).toBeNull();
    expect((await client.auth.getUser()).error).not.toBeNull();
  });

  test("removing a passkey by service key ends sessions that used only that passkey", async () => {
    const { client, userId } = await signUp(server);
    const first = await addPasskey(client.auth);
    const second = await addPasskey(client.auth);
    const { data } = await signIn(second.passkey);
    await operator.passkey.deletePasskey({ userId, passkeyId: second.id });
    await expect(authenticate(server.deps, data?.session?.access_token)).rejects.toMatchObject({
      code: "session_ended",
    });
    expect((await client.auth.passkey.list()).data).toMatchObject([{ id: first.id }]);
  });

  test("another user's passkey gets the same response as a missing one", async () => {
    const [ann, bob] = [await signUp(server), await signUp(server)];
    const { id: passkeyId } = await addPasskey(ann.client.auth);
    const { factorId } = await enrol(bob.client.auth, "Phone");
    for (const id of [passkeyId, factorId]) {
      const refused = await operator.passkey.deletePasskey({ userId: bob.userId, passkeyId: id });
      expect(refused.error).toMatchObject({ status: 404 });
    }
  });
});

test.each([
  ["a phone number", "+4915100000", 403, "otp_expired"],
  ["no phone number", "+49151-invalid", 400, "validation_failed"],
])("a code for %s is refused as invalid", async (_, phone, status, code) => {
  const { error } = await server.client().auth.verifyOtp({ phone, token: "123456", type: "sms" });
  expect(error).toMatchObject({ status, code });
});
