/**
 * Tests that an administrator cannot raise the pay caps and pay out at once, because a higher cap
 * takes effect only 24 hours later. The tests use a fake clock and the real waiting period.
 */
import { beforeEach, expect, test } from "vitest";
import { termTexts } from "#economics";
import { newUuid } from "#platform";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { payCapsAt } from "./pay-caps.ts";
import { PAY_TERMS, poolTerms } from "./posted-terms.ts";

const HOUR_MS = 3_600_000;
const file = fileDatabase();
const [ann, bob] = [newUuid(), newUuid()];

let now = Date.now();
const clock = { now: () => new Date(now) };
const pass = (hours: number) => (now += hours * HOUR_MS);

async function post(change: Readonly<Record<string, string>>, setBy = ann): Promise<void> {
  const groups = await poolTerms.history(file.database, 1);
  const newest = groups.find(({ subject }) => subject === PAY_TERMS)?.versions[0];
  if (!newest) throw new Error("no caps");
  const texts = { ...termTexts("poolPay", newest.values), ...change };
  const posting = { kind: "poolPay", subject: PAY_TERMS, seenId: newest.id, source: "a test" };
  await file.database.transaction((tx) =>
    poolTerms.post(tx, clock, { ...posting, setBy, texts, typedAgain: texts }),
  );
}

/** Returns the caps in force, in thousandths of a bitcoin. */
async function inForce(waitHours = 24): Promise<number[]> {
  const caps = await payCapsAt(file.database, { now: clock.now(), waitHours });
  return [caps.personDailySats, caps.installationDailySats].map((sats) => Number(sats) / 100_000);
}

beforeEach(async () => {
  pass(1);
  await post({ personDaily: "0.02", installationDaily: "0.2" });
  await post({ personDaily: "0.01", installationDaily: "0.1" });
  pass(48);
});

test("a raised cap takes effect exactly 24 hours later", async () => {
  await post({ personDaily: "0.05" });
  pass(1);
  await post({ installationDaily: "10" });
  pass(23);
  now -= 1;
  expect(await inForce()).toEqual([10, 100]);
  now += 1;
  expect(await inForce()).toEqual([50, 100]);
  pass(1);
  expect(await inForce()).toEqual([50, 10_000]);
});

test("a lower cap applies immediately even if the other cap is raised", async () => {
  await post({ personDaily: "0.005", installationDaily: "0.5" });
  expect(await inForce()).toEqual([5, 100]);
});

test("during the waiting period the lowest posted cap applies", async () => {
  await post({ personDaily: "0.05" });
  pass(12);
  await post({ personDaily: "0.003" });
  pass(6);
  await post({ personDaily: "0.06" });
  pass(23);
  expect(await inForce()).toEqual([3, 100]);
  pass(1);
  expect(await inForce()).toEqual([60, 100]);
});

test("a raised cap that another administrator reverts never takes effect", async () => {
  await post({ personDaily: "0.1", installationDaily: "1" });
  pass(23);
  await post({ personDaily: "0.01", installationDaily: "0.1" }, bob);
  for (const hours of [0, 1, 24, 1000]) {
    pass(hours);
    expect(await inForce(), `${hours} hours on`).toEqual([10, 100]);
  }
});

test("without a waiting period, caps apply immediately", async () => {
  await post({ personDaily: "0.05", installationDaily: "0.5" });
  expect(await inForce(0)).toEqual([50, 500]);
  pass(-1);
  expect(await inForce()).toEqual([10, 100]);
  pass(1);
});
