/** Tests which stored sessions a page may use before the client is loaded. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { storedSession } from "./stored-session.ts";

const USER = { id: "00000000-0000-4000-8000-000000000001", email: "ada@sample.test" };
const KEY = `sb-${location.hostname.split(".")[0] ?? ""}-auth-token`;

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

function tokenOf(sub: string): string {
  return `${btoa("{}")}.${btoa(JSON.stringify({ sub }))}.x`;
}

function keep(change: object = {}, key = KEY): void {
  const session = {
    access_token: tokenOf(USER.id),
    refresh_token: "r",
    expires_at: Math.floor(Date.now() / 1000) + 3_600,
    user: USER,
    ...change,
  };
  localStorage.setItem(key, JSON.stringify(session));
}

const endsIn = (seconds: number) => ({ expires_at: Math.floor(Date.now() / 1000) + seconds });

test("a session that stays valid long enough is used at once", () => {
  keep();
  expect(storedSession()).toMatchObject({ access_token: tokenOf(USER.id), user: USER });
  keep(endsIn(180));
  expect(storedSession()?.user.id).toBe(USER.id);
});

test.each([
  ["no session is stored", () => {}],
  ["it has expired", () => keep(endsIn(-5))],
  ["it must be renewed first", () => keep(endsIn(60))],
  ["it has no expiry", () => keep({ expires_at: undefined })],
  ["its token belongs to another user", () => keep({ access_token: tokenOf("another") })],
  ["its token is invalid", () => keep({ access_token: "x" })],
  ["it has no user", () => keep({ user: null })],
  ["it belongs to another service", () => keep({}, "sb-elsewhere-auth-token")],
  ["it cannot be read", () => localStorage.setItem(KEY, "{")],
  ["the stored value is not a session", () => localStorage.setItem(KEY, "7")],
])("the stored session is not used if %s", (_, prepare) => {
  prepare();
  expect(storedSession()).toBeUndefined();
});
