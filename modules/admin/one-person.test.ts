/**
 * Tests that one person cannot gain the authority of two people. The test makes random changes
 * within a day, as one administrator or as any user whom that administrator added.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { Refusal } from "#platform";
import { requireAuthority } from "#users";
import {
  HOUR_MS,
  roleSteps,
  settledAdministrator,
  withFactor,
} from "../../test/support/people/administrators.ts";
import { startBackOffice, type BackOffice } from "../../test/support/people/back-office.ts";
import { signUp } from "../../test/support/servers/sign-in-server.ts";

let office: BackOffice;
/** The thief's own accounts, which have two-factor authentication but no role. */
const accounts: Caller[] = [];
beforeAll(async () => {
  office = await startBackOffice();
  for (let count = 0; count < 3; count += 1)
    accounts.push(await withFactor(office, (await signUp(office.server)).client));
});
afterAll(() => office.close());

const { change, confirm, give, take } = roleSteps(() => office);

const PRESSES = {
  give,
  take,
  confirm,
  disable: (by: Caller, whom: string) => change(by, whom, { isDisabled: true }),
  enable: (by: Caller, whom: string) => change(by, whom, { isDisabled: false }),
} as const;

/**
 * A random action. The actor is 0 (the stolen session) or the number of an account. The target is
 * the number of an account, or 4, the other honest administrator.
 */
const click = fc.record({
  by: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 3 })),
  whom: fc.integer({ min: 0, max: 4 }),
  what: fc.constantFrom(...(Object.keys(PRESSES) as (keyof typeof PRESSES)[])),
  minutes: fc.nat(60),
});

async function hasAuthority(caller: Caller): Promise<boolean> {
  const { deps } = office;
  const now = deps.clock.now();
  return deps.database
    .transaction((tx) => requireAuthority(tx, deps, { caller, now }))
    .then(() => true)
    .catch(refusedOnly);
}

/** Converts a Refusal to false. Rethrows any other error. */
function refusedOnly(error: unknown): false {
  if (error instanceof Refusal) return false;
  throw error;
}

test("random actions within a day give authority to no second user", async () => {
  let grants = 0;
  const property = fc.asyncProperty(
    fc.array(click, { minLength: 1, maxLength: 20 }),
    async (clicks) => {
      await office.deps.database.query("delete from users_roles");
      await office.deps.database.query("update users_users set banned_until = null");
      const [thief, honest] = [
        await settledAdministrator(office),
        await settledAdministrator(office),
      ];
      const people = [thief, ...accounts, honest];
      for (const { by, whom, what, minutes } of clicks) {
        const [actor, target] = [people[by] ?? thief, people[whom] ?? honest];
        const isDone = await PRESSES[what](actor, target.userId).then(() => true, refusedOnly);
        if (isDone && what === "give") grants += 1;
        office.server.clock.move((minutes * HOUR_MS) / 60);
        for (const puppet of accounts) expect(await hasAuthority(puppet)).toBe(false);
      }
    },
  );
  await fc.assert(property, { numRuns: 25, seed: 7 });
  expect(grants).toBeGreaterThan(10);
}, 60_000);
