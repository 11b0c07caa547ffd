/**
 * Tests every function of the sign-in service with the unmodified official client and the whole
 * product, for one user: sign-up, e-mailed links and codes, a change of the e-mail address, and
 * sign-out. The test reads the messages in the practice mailbox.
 */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { supabasePublicKey } from "#users";
import { callApi, eventually } from "../support/people/person.ts";
import {
  SECOND,
  startInstallationAt,
  travelClock,
  type InstallationInTime,
} from "../support/servers/time-travel.ts";

const MINUTE = 60 * SECOND;
const EMAIL = "wanda@example.test";
const MOVED = "wanda-moved@example.test";
const PASSWORDS = ["long enough one", "long enough two", "long enough three"] as const;

const clock = travelClock(new Date());
let installation: InstallationInTime;
/** A client that always stays signed in, so that it can read the messages. */
let user: SupabaseClient;
const readIds = new Set<string>();

beforeAll(async () => {
  installation = await startInstallationAt(clock, { env: { BLOCK_SECONDS: "60" } });
  user = client();
});
// Advances the clock, because the service sends at most one message per minute to an e-mail
// address.
beforeEach(() => clock.advance(MINUTE + SECOND));
afterAll(() => installation.close());

function client(flowType: "implicit" | "pkce" = "implicit"): SupabaseClient {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  return createClient(installation.url(), supabasePublicKey, {
    auth: { autoRefreshToken: false, flowType, storage },
  });
}

async function tokenOf({ auth }: SupabaseClient): Promise<string> {
  return (await auth.getSession()).data.session?.access_token ?? "";
}

/** Returns the link, token and code from the newest unread message with this template. */
async function message(template: string, reader = user) {
  const token = await tokenOf(reader);
  const { items } = await eventually(
    `a message ${template}`,
    () => callApi(installation.url(), "listMailbox", token),
    (mailbox) => mailbox.items.some((one) => one.template === template && !readIds.has(one.id)),
  );
  const unread = items.find((one) => one.template === template && !readIds.has(one.id));
  if (!unread) throw new Error(`no message ${template}`);
  readIds.add(unread.id);
  const href = /http\S+/.exec(unread.text)?.[0];
  const values = new URLSearchParams(href === undefined ? "" : new URL(href).hash.slice(1));
  const code = /\b\d{6}\b/.exec(unread.text.replace(href ?? "", ""))?.[0] ?? "";
  return { link: href ?? "", token_hash: values.get("token_hash") ?? "", code, to: unread.to };
}

async function me(of: SupabaseClient) {
  return callApi(installation.url(), "getMe", await tokenOf(of));
}

describe("the official client, step by step", () => {
  test("a user signs up and signs in", async () => {
    const { data, error } = await user.auth.signUp({
      email: EMAIL,
      password: PASSWORDS[0],
      options: { data: { name: "Wanda", is_admin: false } },
    });
    expect(error).toBeNull();
    expect(data.session?.user.identities).toHaveLength(1);
    const again = await client().auth.signUp({ email: EMAIL, password: PASSWORDS[0] });
    expect(again.error).toMatchObject({ status: 422, code: "user_already_exists" });
    const other = client();
    const password = PASSWORDS[0];
    expect((await other.auth.signInWithPassword({ email: EMAIL, password })).error).toBeNull();
    expect(await me(other)).toMatchObject({ email: EMAIL, name: "Wanda", isAdmin: false });
  });

  test("a user signs in with an e-mailed code", async () => {
    const other = client();
    expect((await other.auth.signInWithOtp({ email: EMAIL })).error).toBeNull();
    const { code } = await message("magic_link");
    const verify = { email: EMAIL, token: code, type: "email" } as const;
    expect((await other.auth.verifyOtp(verify)).error).toBeNull();
    expect((await me(other)).email).toBe(EMAIL);
    expect((await client().auth.verifyOtp(verify)).error).toMatchObject({ code: "otp_expired" });
  });

  test("a user signs in with a magic link", async () => {
    const other = client();
    const options = { shouldCreateUser: false };
    expect((await other.auth.signInWithOtp({ email: EMAIL, options })).error).toBeNull();
    const { token_hash, link } = await message("magic_link");
    expect(new URL(link).origin).toBe(installation.url());
    expect((await other.auth.verifyOtp({ token_hash, type: "magiclink" })).error).toBeNull();
    expect((await me(other)).email).toBe(EMAIL);
  });

  test("a link's code (PKCE) can be exchanged only in the browser that requested it", async () => {
    const requester = client("pkce");
    const options = { emailRedirectTo: `${installation.url()}/dashboard` };
    expect((await requester.auth.signInWithOtp({ email: EMAIL, options })).error).toBeNull();
    const { token_hash } = await message("magic_link");
    const query = new URLSearchParams({ token: token_hash, type: "magiclink" });
    const visit = await fetch(`${installation.url()}/auth/v1/verify?${query}`, {
      redirect: "manual",
    });
    expect(visit.status).toBe(303);
    const code = new URL(visit.headers.get("location") ?? "").searchParams.get("code") ?? "";
    expect((await client("pkce").auth.exchangeCodeForSession(code)).error).not.toBeNull();
    expect((await requester.auth.exchangeCodeForSession(code)).error).toBeNull();
    expect((await me(requester)).email).toBe(EMAIL);
  });

  test("recovering the password ends all other sessions", async () => {
    const other = client();
    await other.auth.resetPasswordForEmail(EMAIL);
    const { token_hash } = await message("recovery_link");
    expect((await other.auth.verifyOtp({ token_hash, type: "recovery" })).error).toBeNull();
    expect((await other.auth.updateUser({ password: PASSWORDS[1] })).error).toBeNull();
    await expect(me(user)).rejects.toMatchObject({ problem: { code: "session_ended" } });
    user = other;
    const old = { email: EMAIL, password: PASSWORDS[0] };
    expect((await client().auth.signInWithPassword(old)).error?.code).toBe("invalid_credentials");
  });

  test("an e-mailed code re-authenticates an old session", async () => {
    clock.advance(15 * MINUTE);
    await user.auth.refreshSession();
    const late = await user.auth.updateUser({ password: PASSWORDS[2] });
    expect(late.error).toMatchObject({ status: 400, code: "reauthentication_needed" });
    expect((await user.auth.reauthenticate()).error).toBeNull();
    // The old session cannot read codes in the mailbox. A session with a recent identity check can.
    const { items } = await callApi(installation.url(), "listMailbox", await tokenOf(user));
    expect(items[0]).toMatchObject({ template: "security_code", isVeiled: true });
    const reader = client();
    await reader.auth.signInWithPassword({ email: EMAIL, password: PASSWORDS[1] });
    const { code } = await message("security_code", reader);
    const wrong = await user.auth.updateUser({ password: PASSWORDS[2], nonce: "12345" });
    expect(wrong.error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
    const right = await user.auth.updateUser({ password: PASSWORDS[2], nonce: code });
    expect(right.error).toBeNull();
  });

  test("an e-mail address changes after confirmation at the old and new addresses", async () => {
    const current = { current_password: PASSWORDS[2] };
    // Both messages are in the mailbox and an old session cannot read them, so sign in again.
    user = client();
    await user.auth.signInWithPassword({ email: EMAIL, password: PASSWORDS[2] });
    const update = await user.auth.updateUser({ email: MOVED, ...current });
    expect(update.error).toBeNull();
    expect(update.data.user?.new_email).toBe(MOVED);
    const early = await message("email_change_new");
    expect(early.to).toBe(MOVED);
    await message("email_change_current");
    clock.advance(MINUTE + SECOND);
    const again = await user.auth.resend({ type: "email_change", email: EMAIL });
    expect(again.error).toBeNull();
    const [ours, theirs] = [
      await message("email_change_current"),
      await message("email_change_new"),
    ];
    const confirm = (token_hash: string) =>
      client().auth.verifyOtp({ token_hash, type: "email_change" });
    expect((await confirm(ours.token_hash)).data).toEqual({ session: null, user: null });
    expect((await me(user)).email).toBe(EMAIL);
    expect((await confirm(theirs.token_hash)).data.user?.email).toBe(MOVED);
    expect((await confirm(early.token_hash)).error?.code).toBe("otp_expired");
    expect((await me(user)).email).toBe(MOVED);
    expect((await message("email_changed")).to).toBe(EMAIL);
  });

  test("a user signs out of this session, all other sessions, or all sessions", async () => {
    const password = PASSWORDS[2];
    const [one, two] = [client(), client()];
    for (const each of [one, two])
      expect((await each.auth.signInWithPassword({ email: MOVED, password })).error).toBeNull();
    const ofOne = await tokenOf(one);
    expect((await one.auth.signOut({ scope: "local" })).error).toBeNull();
    const isOver = { problem: { code: "session_ended" } };
    await expect(callApi(installation.url(), "getMe", ofOne)).rejects.toMatchObject(isOver);
    expect((await two.auth.signOut({ scope: "others" })).error).toBeNull();
    await expect(me(user)).rejects.toMatchObject(isOver);
    expect((await me(two)).email).toBe(MOVED);
    const ofTwo = await tokenOf(two);
    expect((await two.auth.signOut()).error).toBeNull();
    await expect(callApi(installation.url(), "getMe", ofTwo)).rejects.toMatchObject(isOver);
  });
});

test("disabled sign-in methods are refused with the client's own error codes", async () => {
  const { auth } = client();
  expect((await auth.signInWithSSO({ domain: "example.test" })).error?.code).toBe(
    "saml_provider_disabled",
  );
  const token = { provider: "google", token: "x" };
  expect((await auth.signInWithIdToken(token)).error?.code).toBe("provider_disabled");
  const phone = { phone: "+4915112345678" };
  expect((await auth.signInWithOtp(phone)).error?.code).toBe("phone_provider_disabled");
});
