/**
 * Tests that changes which depend on the date are refused while the clock is in doubt and no
 * administrator has confirmed it.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPayGate } from "#platform";
import {
  startSiteSettings,
  type SiteSettings,
} from "../../../test/support/servers/site-settings.ts";

let office: SiteSettings;
beforeAll(async () => {
  office = await startSiteSettings();
});
afterAll(() => office.close());

test("prices, rates and reference values cannot change until payouts are resumed", async () => {
  const { database, clock } = office.deps;
  const posts = [
    () => office.postTerms("s19-pro", { price: "3600" }),
    () => office.postRate("btc-pro", "27"),
    () => office.post({ usdPerBtc: "61000" }),
  ];
  const before = await office.settings();
  await database.query(
    "update platform_pay_gate set closed_reason = 'The clock moved.', closed_at = now()",
  );
  for (const post of posts) await expect(post()).rejects.toMatchObject({ code: "pay_waits" });
  const { terms, earn, reference } = await office.settings();
  expect({ terms, earn, reference }).toEqual({
    terms: before.terms,
    earn: before.earn,
    reference: before.reference,
  });
  await openPayGate(database, clock.now());
  for (const post of posts) await post();
  expect((await office.settings()).reference).toHaveLength(before.reference.length + 1);
});
