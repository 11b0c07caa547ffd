/**
 * Tests all ways to sign in to an account with two-factor authentication. Without the code, none of
 * them may give access to money or settings. The tests run the whole product on a movable clock
 * with the unmodified official client.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type EmailOtpType, type GenerateLinkParams } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { SERVICE_KEY_FILE } from "#users";
import { paths, type RouteName } from "../../api/paths.ts";
import { apiRows } from "../authorisation.ts";
import { prove } from "../support/people/authenticator.ts";
import { eventually, signIn, signUp, type Person } from "../support/people/person.ts";
import {
  clientOf,
  MINUTE,
  protectAt,
  signInWithCodeAt,
  type Protected,
} from "../support/people/protected-person.ts";
import { isFullLength } from "../support/seeds.ts";
import {
  startInstallationAt,
  travelClock,
  type InstallationInTime,
} from "../support/servers/time-travel.ts";

const POLICY = 1008;

const clock = travelClock(new Date());
let installation: InstallationInTime;

beforeAll(async () => {
  installation = await startInstallationAt(clock);
});
// Advances the clock, because the service sends at most one message per minute to an e-mail
// address, and each test needs a code from a new time step.
beforeEach(() => clock.advance(2 * MINUTE));
afterAll(() => installation.close());

const protect = (keeper: Person) => protectAt(clock, keeper);
const signInWithCode = (who: Protected) => signInWithCodeAt({ installation, clock }, who);
const newClient = (flowType?: "pkce") => clientOf(installation, flowType);

/**
 * Returns the token and code from the newest message with this template. The message is read by a
 * session that has verified a code, because other sessions may not open the mailbox.
 */
async function messageOf({ verified: keeper }: Protected, template: string) {
  const { items } = await eventually(
    `a message ${template}`,
    () => keeper.call("listMailbox", { query: { template } }),
    ({ items: messages }) => messages.length > 0,
  );
  const text = items[0]?.text ?? "";
  const href = /http\S+/.exec(text)?.[0] ?? "";
  const token = new URLSearchParams(new URL(href).hash.slice(1)).get("token_hash") ?? "";
  const code = /\b\d{6}\b/.exec(text.replace(href, ""))?.[0] ?? "";
  return { token, code };
}

function tokenOf(answer: {
  readonly data: { readonly session: { readonly access_token: string } | null };
  readonly error: Error | null;
}): string {
  if (answer.error) throw answer.error;
  return answer.data.session?.access_token ?? "";
}

/**
 * Follows a message's link as a mail program does. Returns the URL to which the service redirects.
 */
async function follow(token: string, type: string): Promise<URL> {
  const back = encodeURIComponent(`${installation.url()}/`);
  const query = `token=${token}&type=${type}&redirect_to=${back}`;
  const answer = await fetch(`${installation.url()}/auth/v1/verify?${query}`, {
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "");
}

/**
 * Creates a link with the service key from the data folder, as if the user had received it by
 * e-mail.
 */
async function linkOf(wanted: GenerateLinkParams): Promise<string> {
  const key = readFileSync(join(installation.dataDir, SERVICE_KEY_FILE), "utf8").trim();
  const operator = createClient(installation.url(), key, {
    auth: { autoRefreshToken: false, persistSession: false },
  });
  const { data, error } = await operator.auth.admin.generateLink(wanted);
  if (error) throw error;
  return data.properties.hashed_token;
}

const use = (token_hash: string, type: EmailOtpType) =>
  newClient().auth.verifyOtp({ token_hash, type });

/** Ways to sign in with one factor. Each function returns the new session's access token. */
const waysIn: Readonly<Record<string, (who: Protected) => Promise<string>>> = {
  "the password": async ({ email, password }) =>
    (await signIn(installation.url(), email, password)).token(),

  "a refreshed session of the password": async ({ email, password }) => {
    const person = await signIn(installation.url(), email, password);
    return tokenOf(await person.auth.refreshSession());
  },

  "the code of a sign-in message": async (who) => {
    const { email } = who;
    await newClient().auth.signInWithOtp({ email });
    const { code } = await messageOf(who, "magic_link");
    return tokenOf(await newClient().auth.verifyOtp({ email, token: code, type: "email" }));
  },

  "a magic link": async (who) => {
    await newClient().auth.signInWithOtp({ email: who.email });
    const { token } = await messageOf(who, "magic_link");
    return tokenOf(await newClient().auth.verifyOtp({ token_hash: token, type: "magiclink" }));
  },

  "a magic link that was followed": async (who) => {
    await newClient().auth.signInWithOtp({ email: who.email });
    const { token } = await messageOf(who, "magic_link");
    const { hash } = await follow(token, "magiclink");
    return new URLSearchParams(hash.slice(1)).get("access_token") ?? "";
  },

  "PKCE, with the code of a followed link": async (who) => {
    const client = newClient("pkce");
    await client.auth.signInWithOtp({ email: who.email });
    const { token } = await messageOf(who, "magic_link");
    const { searchParams } = await follow(token, "magiclink");
    return tokenOf(await client.auth.exchangeCodeForSession(searchParams.get("code") ?? ""));
  },

  "a recovery link": async (who) => {
    await newClient().auth.resetPasswordForEmail(who.email);
    const { token } = await messageOf(who, "recovery_link");
    return tokenOf(await newClient().auth.verifyOtp({ token_hash: token, type: "recovery" }));
  },

  "the code of a recovery message": async (who) => {
    const { email } = who;
    await newClient().auth.resetPasswordForEmail(email);
    const { code } = await messageOf(who, "recovery_link");
    return tokenOf(await newClient().auth.verifyOtp({ email, token: code, type: "recovery" }));
  },

  "the second message of a change of address": async (who) => {
    await prove(who.verified.auth, who.app, clock.now());
    const next = `moved-${randomUUID()}@example.test`;
    const { error } = await who.verified.auth.updateUser({ email: next });
    if (error) throw error;
    const old = await messageOf(who, "email_change_current");
    await newClient().auth.verifyOtp({ token_hash: old.token, type: "email_change" });
    const { token } = await messageOf(who, "email_change_new");
    return tokenOf(await newClient().auth.verifyOtp({ token_hash: token, type: "email_change" }));
  },

  "a magic link that the operator made": async ({ email }) =>
    tokenOf(await use(await linkOf({ type: "magiclink", email }), "magiclink")),

  "a recovery link that the operator made": async ({ email }) =>
    tokenOf(await use(await linkOf({ type: "recovery", email }), "recovery")),

  "a change of address that the operator made": async ({ email }) => {
    const newEmail = `moved-${randomUUID()}@example.test`;
    const [old, next] = [
      await linkOf({ type: "email_change_current", email, newEmail }),
      await linkOf({ type: "email_change_new", email, newEmail }),
    ];
    await use(old, "email_change");
    return tokenOf(await use(next, "email_change"));
  },

  "a token from before the code, of a session that gave it since": async (who) => {
    const person = await signIn(installation.url(), who.email, who.password);
    const before = await person.token();
    await prove(person.auth, who.app, clock.now());
    return before;
  },
};

async function ask(method: string, path: string, token: string, body?: unknown): Promise<string> {
  const response = await fetch(`${installation.url()}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "idempotency-key": randomUUID(),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = (text.startsWith("{") ? JSON.parse(text) : {}) as {
    readonly code?: unknown;
    readonly error_code?: unknown;
  };
  const code = answer.error_code ?? answer.code;
  return `${response.status} ${typeof code === "string" ? code : ""}`.trim();
}

/** Every route that requires a session, including exports. */
const closedRoutes = (Object.keys(paths) as RouteName[])
  .filter((name) => apiRows[name].anonymous === 401)
  .map((name) => ({ name, ...paths[name] }));

const ways = Object.keys(waysIn);

/**
 * Returns the routes to test for a way to sign in. A route checks only the token's assurance level,
 * not the way to sign in. Therefore `npm test` calls all routes only after a password sign-in and
 * splits them among the other ways. `npm run simulate` calls all routes for every way.
 */
function routesFor(way: string): typeof closedRoutes {
  if (isFullLength || way === "the password") return closedRoutes;
  return closedRoutes.filter((_, place) => place % ways.length === ways.indexOf(way));
}

/** Returns the stream's reaction to this token: `ready`, or the close code. */
function streamAnswer(token: string): Promise<unknown> {
  const socket = new WebSocket(`${installation.url().replace("http", "ws")}/api/v1/stream`, {
    origin: installation.url(),
  });
  const answered = new Promise((resolve) => {
    socket.once("message", () => resolve("ready"));
    socket.once("close", (code: number) => resolve(code));
  });
  socket.once("open", () => socket.send(JSON.stringify({ type: "auth", token })));
  return answered.finally(() => socket.terminate());
}

test("at least one route requires a session", () => {
  expect(closedRoutes.length).toBeGreaterThan(60);
});

describe("routes without the code", () => {
  test.each(ways)("%s gives access to no route", async (way) => {
    const who = await protect(await signUp(installation.url(), "Careful"));
    const token = (await waysIn[way]?.(who)) ?? "";
    expect(decodeJwt(token)).toMatchObject({ aal: "aal1" });

    const routes = routesFor(way);
    const answers: Record<string, string> = {};
    for (const { name, method, path } of routes)
      answers[name] = await ask(method, path.replaceAll(/\{\w+\}/g, "none"), token);
    const wanted = routes.map(({ name }) => [name, "403 insufficient_aal"]);
    expect(answers).toEqual(Object.fromEntries(wanted));
    expect(await streamAnswer(token)).toBe(POLICY);

    const auth = (method: string, path: string, body?: unknown) =>
      ask(method, `/auth/v1${path}`, token, body);
    for (const change of [{ password: "another long one" }, { email: "x@example.test" }, {}])
      expect(await auth("PUT", "/user", change)).toBe("401 insufficient_aal");
    expect(await auth("GET", "/reauthenticate")).toBe("401 insufficient_aal");
    expect(await auth("GET", "/user/identities/authorize")).toBe("401 insufficient_aal");
    expect(await auth("POST", "/factors", { factor_type: "totp" })).toBe("403 insufficient_aal");
    expect(await auth("DELETE", `/factors/${who.app.factorId}`)).toBe("422 insufficient_aal");
    // Only three requests are still allowed: verify the code, read the user, and sign out.
    expect(await auth("GET", "/user")).toBe("200");
    expect(await auth("POST", `/factors/${who.app.factorId}/challenge`, {})).toBe("200");
    expect(await auth("POST", "/logout?scope=local")).toBe("204");
  });

  test("the operator cannot create a sign-up link for an existing account", async () => {
    const { email, password } = await protect(await signUp(installation.url(), "Careful"));
    for (const wanted of [
      { type: "invite", email },
      { type: "signup", email, password },
    ] as const)
      await expect(linkOf(wanted)).rejects.toMatchObject({ status: 422, code: "email_exists" });
  });

  test("enrolment ends all earlier sessions", async () => {
    const person = await signUp(installation.url(), "Early");
    const other = await signIn(installation.url(), person.email, person.password);
    await other.call("getMe");
    await protect(person);
    await expect(other.call("getWallet")).rejects.toMatchObject({
      problem: { status: 401, code: "session_ended" },
    });
    expect((await other.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
  });

  test("the same session can use the routes after verifying the code", async () => {
    const who = await protect(await signUp(installation.url(), "Careful"));
    const person = await signInWithCode(who);
    expect(await person.call("getWallet")).toMatchObject({ availableSats: 0 });
    expect(await streamAnswer(await person.token())).toBe("ready");
    await person.auth.refreshSession();
    await person.call("getWallet");
  });
});
