/**
 * Every way in against an account with a second factor: none reaches money or settings without the code. And what a code is
 * worth for a withdrawal. The whole product on a clock that a test moves, with the official client, unchanged.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { SERVICE_KEY_FILE, supabasePublicKey } from "#users";
import { paths, type RouteName } from "../../api-schema/paths.ts";
import { apiRows } from "../authorisation.ts";
import { enrol, prove, type Authenticator } from "../support/authenticator.ts";
import { getCoins, outsideAddress, securityCode } from "../support/main-job.ts";
import { eventually, signIn, signUp, type Person } from "../support/person.ts";
import {
  HOUR,
  SECOND,
  startFloorAt,
  travelClock,
  type FloorInTime,
} from "../support/time-travel.ts";

const MINUTE = 60 * SECOND;
const POLICY = 1008;

const clock = travelClock("2028-05-15T09:00:00Z");
let floor: FloorInTime;

beforeAll(async () => {
  floor = await startFloorAt(clock);
});
// One letter a minute to an address, and a code of a step that nobody gave yet.
beforeEach(() => clock.advance(2 * MINUTE));
afterAll(() => floor.close());

/** Somebody with an authenticator; `keeper` is a session that has proved it. */
interface Protected {
  readonly email: string;
  readonly password: string;
  readonly keeper: Person;
  readonly app: Authenticator;
}

async function protect(keeper: Person): Promise<Protected> {
  const app = await enrol(keeper.auth, "Phone");
  await prove(keeper.auth, app, clock.now());
  clock.advance(2 * MINUTE);
  return { email: keeper.email, password: keeper.password, keeper, app };
}

/** A new session at aal2: by the password and a code. */
async function signInWithCode({ email, password, app }: Protected): Promise<Person> {
  clock.advance(2 * MINUTE);
  const person = await signIn(floor.url(), email, password);
  await prove(person.auth, app, clock.now());
  return person;
}

function newClient(flowType: "implicit" | "pkce" = "implicit"): SupabaseClient {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return createClient(floor.url(), supabasePublicKey, {
    auth: { autoRefreshToken: false, detectSessionInUrl: false, flowType, storage },
  });
}

/** What the newest letter of this template carries, read in the practice mailbox by the session that may. */
async function letterOf({ keeper }: Protected, template: string) {
  const { items } = await eventually(
    `a letter ${template}`,
    () => keeper.call("listMailbox", { query: { template } }),
    ({ items: found }) => found.length > 0,
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

/** Follows the link of a letter as a mail program does: where the service sends the browser. */
async function follow(token: string, type: string): Promise<URL> {
  const back = encodeURIComponent(`${floor.url()}/`);
  const query = `token=${token}&type=${type}&redirect_to=${back}`;
  const answer = await fetch(`${floor.url()}/auth/v1/verify?${query}`, { redirect: "manual" });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "");
}

/** By the service key, which lies in the data folder. */
async function byOperator({ email }: Protected, type: "magiclink" | "recovery"): Promise<string> {
  const key = readFileSync(join(floor.dataDir, SERVICE_KEY_FILE), "utf8").trim();
  const operator = createClient(floor.url(), key, {
    auth: { autoRefreshToken: false, persistSession: false },
  });
  const { data, error } = await operator.auth.admin.generateLink({ type, email });
  if (error) throw error;
  const { hashed_token: token } = data.properties;
  return tokenOf(await newClient().auth.verifyOtp({ token_hash: token, type }));
}

/** Ways in that prove one factor. Each returns the access token it leads to. */
const waysIn: Readonly<Record<string, (who: Protected) => Promise<string>>> = {
  "the password": async ({ email, password }) =>
    (await signIn(floor.url(), email, password)).token(),

  "a refreshed session of the password": async ({ email, password }) => {
    const person = await signIn(floor.url(), email, password);
    return tokenOf(await person.auth.refreshSession());
  },

  "the code of a sign-in letter": async (who) => {
    const { email } = who;
    await newClient().auth.signInWithOtp({ email });
    const { code } = await letterOf(who, "magic_link");
    return tokenOf(await newClient().auth.verifyOtp({ email, token: code, type: "email" }));
  },

  "a magic link": async (who) => {
    await newClient().auth.signInWithOtp({ email: who.email });
    const { token } = await letterOf(who, "magic_link");
    return tokenOf(await newClient().auth.verifyOtp({ token_hash: token, type: "magiclink" }));
  },

  "a magic link that was followed": async (who) => {
    await newClient().auth.signInWithOtp({ email: who.email });
    const { token } = await letterOf(who, "magic_link");
    const { hash } = await follow(token, "magiclink");
    return new URLSearchParams(hash.slice(1)).get("access_token") ?? "";
  },

  "PKCE, with the code of a followed link": async (who) => {
    const client = newClient("pkce");
    await client.auth.signInWithOtp({ email: who.email });
    const { token } = await letterOf(who, "magic_link");
    const { searchParams } = await follow(token, "magiclink");
    return tokenOf(await client.auth.exchangeCodeForSession(searchParams.get("code") ?? ""));
  },

  "a recovery link": async (who) => {
    await newClient().auth.resetPasswordForEmail(who.email);
    const { token } = await letterOf(who, "recovery_link");
    return tokenOf(await newClient().auth.verifyOtp({ token_hash: token, type: "recovery" }));
  },

  "the code of a recovery letter": async (who) => {
    const { email } = who;
    await newClient().auth.resetPasswordForEmail(email);
    const { code } = await letterOf(who, "recovery_link");
    return tokenOf(await newClient().auth.verifyOtp({ email, token: code, type: "recovery" }));
  },

  "a link that the operator's program made": async ({ email }) => {
    const key = readFileSync(join(floor.dataDir, SERVICE_KEY_FILE), "utf8").trim();
    const operator = createClient(floor.url(), key, { auth: { persistSession: false } });
    const { data, error } = await operator.auth.admin.generateLink({ type: "magiclink", email });
    if (error) throw error;
    const token_hash = data.properties.hashed_token;
    return tokenOf(await newClient().auth.verifyOtp({ token_hash, type: "magiclink" }));
  },

  "the second letter of a change of address": async (who) => {
    await prove(who.keeper.auth, who.app, clock.now());
    const next = `moved-${randomUUID()}@example.test`;
    const { error } = await who.keeper.auth.updateUser({ email: next });
    if (error) throw error;
    const old = await letterOf(who, "email_change_current");
    await newClient().auth.verifyOtp({ token_hash: old.token, type: "email_change" });
    const { token } = await letterOf(who, "email_change_new");
    return tokenOf(await newClient().auth.verifyOtp({ token_hash: token, type: "email_change" }));
  },

  "a magic link that the operator made": (who) => byOperator(who, "magiclink"),

  "a recovery link that the operator made": (who) => byOperator(who, "recovery"),

  "a token from before the code, of a session that gave it since": async (who) => {
    const person = await signIn(floor.url(), who.email, who.password);
    const before = await person.token();
    await prove(person.auth, who.app, clock.now());
    return before;
  },
};

async function ask(method: string, path: string, token: string, body?: unknown): Promise<string> {
  const response = await fetch(`${floor.url()}${path}`, {
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

/** Every route that asks who calls, exports included. */
const closedRoutes = (Object.keys(paths) as RouteName[])
  .filter((name) => apiRows[name].anonymous === 401)
  .map((name) => ({ name, method: paths[name][0], path: paths[name][1] }));

/** How the stream answers this token: `ready`, or the code it closes with. */
function streamAnswer(token: string): Promise<unknown> {
  const socket = new WebSocket(`${floor.url().replace("http", "ws")}/api/v1/stream`, {
    origin: floor.url(),
  });
  const answered = new Promise((resolve) => {
    socket.once("message", () => resolve("ready"));
    socket.once("close", (code: number) => resolve(code));
  });
  socket.once("open", () => socket.send(JSON.stringify({ type: "auth", token })));
  return answered.finally(() => socket.terminate());
}

test("there are routes to ask", () => {
  expect(closedRoutes.length).toBeGreaterThan(60);
});

describe("without the code nothing is reached by", () => {
  test.each(Object.keys(waysIn))("%s", async (way) => {
    const who = await protect(await signUp(floor.url(), "Careful"));
    const token = (await waysIn[way]?.(who)) ?? "";
    expect(token.split(".")).toHaveLength(3);

    const answers: Record<string, string> = {};
    for (const { name, method, path } of closedRoutes)
      answers[name] = await ask(method, path.replaceAll(/\{\w+\}/g, "none"), token);
    const wanted = closedRoutes.map(({ name }) => [name, "403 insufficient_aal"]);
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
    // What is left: the code itself, reading the user, signing out.
    expect(await auth("GET", "/user")).toBe("200");
    expect(await auth("POST", `/factors/${who.app.factorId}/challenge`, {})).toBe("200");
    expect(await auth("POST", "/logout?scope=local")).toBe("204");
  });

  test("a session from before the enrolment: it has ended", async () => {
    const person = await signUp(floor.url(), "Early");
    const other = await signIn(floor.url(), person.email, person.password);
    await other.call("getMe");
    await protect(person);
    await expect(other.call("getWallet")).rejects.toMatchObject({
      problem: { status: 401, code: "session_ended" },
    });
    expect((await other.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
  });

  test("and with the code the same session reaches it", async () => {
    const who = await protect(await signUp(floor.url(), "Careful"));
    const person = await signInWithCode(who);
    expect(await person.call("getWallet")).toMatchObject({ availableSats: 0 });
    expect(await streamAnswer(await person.token())).toBe("ready");
    await person.auth.refreshSession();
    await person.call("getWallet");
  });
});

describe("a withdrawal of somebody with an authenticator", () => {
  const AMOUNT_SATS = 100_000;
  let who: Protected;
  let person: Person;
  let mailedBefore: string;

  beforeAll(async () => {
    const keeper = await signUp(floor.url(), "Rich");
    await getCoins(keeper);
    mailedBefore = await securityCode(keeper);
    who = await protect(keeper);
    clock.advance(25 * HOUR);
    person = await signInWithCode(who);
  });

  const withdraw = (code: string, key = randomUUID()) =>
    person.call("createWithdrawal", {
      idempotencyKey: key,
      body: { amountSats: AMOUNT_SATS, method: "wallet", walletAddress: outsideAddress(), code },
    });
  const refused = (code: string) => ({ problem: { status: 422, code } });
  const availableSats = async () => (await person.call("getWallet")).availableSats;

  test("asks for its code and sends none", async () => {
    expect(await person.call("getWithdrawalTerms")).toMatchObject({ codeFrom: "authenticator" });
    await expect(person.call("sendWithdrawalCode")).rejects.toMatchObject({
      problem: { status: 409, code: "code_from_authenticator" },
    });
  });

  test("takes neither a code mailed before, nor a used one, nor one of the wrong length", async () => {
    const before = await availableSats();
    const code = who.app.codeAt(clock.now());
    const again = await signIn(floor.url(), who.email, who.password);
    await prove(again.auth, who.app, clock.now());
    await expect(withdraw(code)).rejects.toMatchObject(refused("security_code_used"));
    for (const wrong of [mailedBefore, "12345", "1234567"])
      await expect(withdraw(wrong)).rejects.toMatchObject(refused("security_code_wrong"));
    expect(await availableSats()).toBe(before);
  });

  test("takes no recovery code", async () => {
    await prove(person.auth, who.app, clock.now());
    const { codes } = await person.call("makeRecoveryCodes");
    const [code = ""] = codes;
    await expect(withdraw(code.replaceAll("-", ""))).rejects.toMatchObject(
      refused("security_code_wrong"),
    );
  });

  test("goes out once for one code, however many are asked for at once", async () => {
    const before = await availableSats();
    const code = who.app.codeAt(clock.now());
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => withdraw(code)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(before - (await availableSats())).toBe(AMOUNT_SATS);
    await expect(withdraw(code)).rejects.toMatchObject(refused("security_code_used"));
  });

  test("is closed for a quarter of an hour after five wrong codes", async () => {
    clock.advance(15 * MINUTE);
    await person.auth.refreshSession();
    for (let guess = 0; guess < 5; guess += 1)
      await expect(withdraw("000000")).rejects.toMatchObject(refused("security_code_wrong"));
    await expect(withdraw(who.app.codeAt(clock.now()))).rejects.toMatchObject({
      problem: { status: 429, code: "too_many_wrong_codes" },
    });
    clock.advance(15 * MINUTE);
    expect(await withdraw(who.app.codeAt(clock.now()))).toMatchObject({ amountSats: AMOUNT_SATS });
  });
});

test("the official client walks from sign-up over the second factor to sign-out", async () => {
  const client = newClient();
  const { auth } = client;
  const events: string[] = [];
  auth.onAuthStateChange((event) => void events.push(event));
  const email = `walk-${randomUUID()}@example.test`;
  const password = `long enough ${randomUUID()}`;
  expect((await auth.signUp({ email, password })).error).toBeNull();
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
  });
  const app = await enrol(auth, "Phone");
  const challenged = await auth.mfa.challenge({ factorId: app.factorId });
  expect(challenged.data).toMatchObject({ type: "totp" });
  const verified = await auth.mfa.verify({
    factorId: app.factorId,
    challengeId: challenged.data?.id ?? "",
    code: app.codeAt(clock.now()),
  });
  expect(verified.error).toBeNull();
  expect(verified.data).toMatchObject({ token_type: "bearer", user: { email } });
  expect((await auth.mfa.listFactors()).data).toMatchObject({
    totp: [{ id: app.factorId, friendly_name: "Phone", status: "verified" }],
  });
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal2",
    nextLevel: "aal2",
  });
  expect((await auth.signOut()).error).toBeNull();

  clock.advance(2 * MINUTE);
  expect((await auth.signInWithPassword({ email, password })).error).toBeNull();
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal2",
  });
  await prove(auth, app, clock.now());
  expect((await auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
  await auth.refreshSession();
  expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
  });
  expect((await auth.mfa.listFactors()).data?.all).toEqual([]);
  expect((await auth.signOut()).error).toBeNull();
  expect((await auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect(events).toContain("MFA_CHALLENGE_VERIFIED");
  expect(events.at(-1)).toBe("SIGNED_OUT");
});
