/** The limits of requests on the running server, to those who reach them and to everybody else. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp, type Person } from "../support/person.ts";
import { removeDataDir, startServer, type RunningServer } from "../support/server.ts";

const ANONYMOUS = 40;
const SIGNED_IN = 60;

let server: RunningServer;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer({
    env: {
      BLOCK_SECONDS: "0",
      REQUESTS_PER_MINUTE: String(ANONYMOUS),
      USER_REQUESTS_PER_MINUTE: String(SIGNED_IN),
    },
  });
  [ada, bob] = [await signUp(server.url, "Ada"), await signUp(server.url, "Bob")];
});
afterAll(async () => {
  await server.stop();
  removeDataDir(server.dataDir);
});

const get = (path: string, token?: string) =>
  fetch(`${server.url}${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

/** The first refusal of as many requests, or undefined. */
async function flood(path: string, count: number, token?: string): Promise<Response | undefined> {
  const answers = await Promise.all(Array.from({ length: count }, () => get(path, token)));
  return answers.find(({ status }) => status === 429);
}

const isSoon = (response: Response | undefined) => {
  const seconds = Number(response?.headers.get("retry-after"));
  return seconds >= 1 && seconds <= 60;
};

test("a person over the limit is told how long to wait; another one at the same address is not touched", async () => {
  const token = await ada.token();
  const refused = await flood("/api/v1/me", SIGNED_IN + 5, token);
  expect(isSoon(refused)).toBe(true);
  expect(refused?.headers.get("content-type")).toContain("application/problem+json");
  expect(await refused?.json()).toMatchObject({
    status: 429,
    title: "Too Many Requests",
    detail: expect.stringMatching(
      new RegExp(
        `^There were more than ${SIGNED_IN} requests in a minute\\. Go on in \\d+ seconds\\.$`,
      ),
    ),
    code: "too_many_requests",
  });
  // Her settings of the sign-in service count to the same limit.
  expect((await ada.auth.getUser()).error?.status).toBe(429);
  expect(await bob.call("getMe")).toMatchObject({ email: bob.email });
});

test("an address over the limit: sign-in is refused in its own words, sessions go on and are renewed, pages and probes answer", async () => {
  const refused = await flood("/api/v1/mining/plans", ANONYMOUS + 5);
  expect(isSoon(refused)).toBe(true);
  const { error } = await bob.auth.signInWithPassword({ email: bob.email, password: "whatever" });
  expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  expect(error?.message).toContain(`more than ${ANONYMOUS} requests in a minute`);
  expect((await get("/api/v1/me", "forged")).status).toBe(429);
  const free = ["/", "/login", "/livez", "/readyz", "/config.json"];
  const answers = await Promise.all(free.map((path) => get(path)));
  expect(answers.map(({ status }) => status)).toEqual(free.map(() => 200));
  expect((await bob.auth.refreshSession()).error).toBeNull();
  expect(await bob.call("getMe")).toMatchObject({ email: bob.email });
});
