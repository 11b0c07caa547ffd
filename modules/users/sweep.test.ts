/**
 * Tests which counters of wrong passwords the sweep deletes, and which it keeps regardless of their
 * age.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticate } from "#users";
import {
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../test/support/servers/sign-in-server.ts";
import { endSession } from "./sessions/end-session.ts";
import { countAttempt, type Counter } from "./passwords/sign-in-attempts.ts";
import { sweepExpired } from "./sweep.ts";

const MAX = 3;
const DAY_MS = 86_400_000;

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer({ passwordFailuresMax: MAX });
});
afterAll(() => server.close());

const count = (counter: Counter) =>
  countAttempt(server.deps, {
    ...counter,
    now: server.clock.now(),
  });
async function fill(counter: Counter): Promise<void> {
  for (let failures = 1; failures <= MAX; failures += 1)
    expect(await count(counter)).toBe("counted");
  expect(await count(counter)).toBe("blocked");
}
const countersOf = async (sessionId: string) =>
  (
    await server.deps.database.query("select from users_sign_in_failures where session_id = $1", [
      sessionId,
    ])
  ).length;

async function openSession(): Promise<{ userId: string; sessionId: string }> {
  const { session } = await signUp(server);
  return authenticate(server.deps, session.access_token);
}

test("a session's full counter is deleted a day after the session has ended", async () => {
  const caller = await openSession();
  const { sessionId: ended } = caller;
  const { sessionId: open } = await openSession();
  for (const sessionId of [ended, open]) await fill({ sessionId });
  await endSession(server.deps, caller, { sessionId: ended });
  await sweepExpired(server.deps);
  expect(await countersOf(ended)).toBe(1);
  server.clock.move(DAY_MS + 1);
  await sweepExpired(server.deps);
  expect(await countersOf(ended)).toBe(0);
  expect(await count({ sessionId: open })).toBe("blocked");
});

test("an address's full counter is kept, and others are deleted after a day", async () => {
  const full = { email: "full@sample.test" };
  const begun = { email: "begun@sample.test" };
  await fill(full);
  await count(begun);
  server.clock.move(DAY_MS + 1);
  await sweepExpired(server.deps);
  expect(await count(full)).toBe("blocked");
  await fill(begun);
});
