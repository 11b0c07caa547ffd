/** Tests the rule that determines when an administrator may make decisions about money. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { authorityOf, canBeAsked, type AuthorityTerms, type RoleFacts } from "./authority.ts";

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * HOUR_MS);

const byOperator: RoleFacts = {
  grantedAt: at(0),
  grantedBy: null,
  needsConfirmation: false,
  confirmedAt: null,
  credentialsChangedAt: null,
};
const byColleague: RoleFacts = { ...byOperator, grantedBy: "ann" };

const ask = (role: RoleFacts, now: Date, terms: Partial<AuthorityTerms> = {}) =>
  authorityOf(role, { hasSecondFactor: true, waitHours: 24, now, ...terms });
const FULL = { state: "full", from: null, since: null };
const waits = (hours: number, since: "role" | "credentials") => ({
  state: "authority_waiting",
  from: at(hours),
  since,
});

describe("the waiting period", () => {
  test("the waiting period starts when another administrator grants the role", () => {
    expect(ask(byColleague, at(0))).toEqual(waits(24, "role"));
    expect(ask(byColleague, new Date(at(24).getTime() - 1))).toEqual(waits(24, "role"));
    expect(ask(byColleague, at(24))).toEqual(FULL);
  });

  test("a later change of credentials restarts the waiting period", () => {
    const role = { ...byColleague, credentialsChangedAt: at(10) };
    expect(ask(role, at(33))).toEqual(waits(34, "credentials"));
    expect(ask(role, at(34))).toEqual(FULL);
    const before = { ...byColleague, credentialsChangedAt: at(-5) };
    expect(ask(before, at(1))).toEqual(waits(24, "role"));
  });

  test("on the first administrator's first day, changes start no waiting period", () => {
    expect(ask(byOperator, at(0))).toEqual(FULL);
    for (const hours of [-2, 0, 24])
      expect(ask({ ...byOperator, credentialsChangedAt: at(hours) }, at(24))).toEqual(FULL);
    expect(ask({ ...byOperator, credentialsChangedAt: at(25) }, at(25))).toEqual(
      waits(49, "credentials"),
    );
    const colleague = { ...byColleague, credentialsChangedAt: at(1) };
    expect(ask(colleague, at(2))).toEqual(waits(25, "credentials"));
  });

  test("a change dated in the future also starts the waiting period", () => {
    expect(ask(byOperator, at(-1))).toEqual(waits(0, "role"));
    expect(ask(byColleague, at(-100))).toEqual(waits(24, "role"));
    const changed = { ...byOperator, credentialsChangedAt: at(500) };
    expect(ask(changed, at(30))).toEqual(waits(524, "credentials"));
  });

  test("a waiting period of 0 hours disables the rule", () => {
    expect(ask(byColleague, at(0), { waitHours: 0 })).toEqual(FULL);
    expect(ask(byColleague, at(719), { waitHours: 720 })).toEqual(waits(720, "role"));
  });
});

test("authority needs two-factor authentication and any required confirmation", () => {
  const options = { waitHours: 24, now: at(30) };
  const weak = { hasSecondFactor: false, ...options };
  expect(authorityOf(byColleague, weak).state).toBe("second_factor_required");
  const open = { ...byColleague, needsConfirmation: true };
  expect(ask(open, at(1_000)).state).toBe("authority_unconfirmed");
  expect(ask({ ...open, confirmedAt: at(2) }, at(23))).toEqual(waits(24, "role"));
  expect(ask({ ...open, confirmedAt: at(2) }, at(24))).toEqual(FULL);
});

test("an administrator can confirm roles even on the day of a password change", () => {
  const terms = { hasSecondFactor: true, waitHours: 24 };
  expect(canBeAsked(byColleague, { ...terms, now: at(23) })).toBe(false);
  expect(canBeAsked(byColleague, { ...terms, now: at(24) })).toBe(true);
  const changed = { ...byColleague, credentialsChangedAt: at(40) };
  expect(canBeAsked(changed, { ...terms, now: at(41) })).toBe(true);
  expect(canBeAsked(changed, { ...terms, hasSecondFactor: false, now: at(41) })).toBe(false);
  const open = { ...changed, needsConfirmation: true };
  expect(canBeAsked(open, { ...terms, now: at(41) })).toBe(false);
});

const hour = fc.integer({ min: -2_000, max: 2_000 });
const role = fc.record({
  grantedAt: hour.map(at),
  grantedBy: fc.constantFrom(null, "ann"),
  needsConfirmation: fc.boolean(),
  confirmedAt: fc.option(hour.map(at)),
  credentialsChangedAt: fc.option(hour.map(at)),
});

test("a new administrator has no authority within the waiting period", () => {
  fc.assert(
    fc.property(role, hour, fc.integer({ min: 0, max: 720 }), (facts, now, waitHours) => {
      fc.pre(facts.grantedBy !== null && ask(facts, at(now), { waitHours }).state === "full");
      const { grantedAt, credentialsChangedAt, needsConfirmation, confirmedAt } = facts;
      const latest = Math.max(grantedAt.getTime(), credentialsChangedAt?.getTime() ?? 0);
      expect(at(now).getTime() - latest).toBeGreaterThanOrEqual(waitHours * HOUR_MS);
      expect(needsConfirmation && confirmedAt === null).toBe(false);
    }),
  );
});

test("authority starts at the announced time and never expires", () => {
  fc.assert(
    fc.property(role, hour, fc.nat(2_000), (facts, now, later) => {
      const first = ask(facts, at(now));
      fc.pre(first.state !== "authority_unconfirmed");
      const from = Math.max(first.from?.getTime() ?? 0, at(now).getTime());
      expect(ask(facts, new Date(from + later * HOUR_MS))).toEqual(FULL);
    }),
  );
});
