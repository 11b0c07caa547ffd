/**
 * The Forex benchmark works at any time, including weekends, because it sets the clock to an open
 * market.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newInstallation } from "../support/servers/installation.ts";
import { launchServer, type LaunchedServer } from "../support/servers/launch-server.ts";
import { openHour } from "../support/money/open-hour.ts";
import { signUp } from "../support/people/person.ts";
import { forgetLastSeen } from "../support/servers/time-travel.ts";

let server: LaunchedServer;
let remove: () => Promise<void>;
beforeAll(async () => {
  const place = await newInstallation();
  ({ remove } = place);
  // The benchmark starts with a new database, which has not seen another clock.
  await forgetLastSeen(place.databaseUrl);
  const aheadMs = openHour().getTime() - Date.now();
  server = await launchServer({
    dataDir: place.dataDir,
    program: "test/bench/server-in-open-hour.ts",
    env: { DATABASE_URL: place.applicationUrl, AHEAD_MS: String(aheadMs) },
  });
});
afterAll(async () => {
  await server.stop();
  await remove();
});

test("the product with its clock set forward has prices of an open market", async () => {
  const trader = await signUp(server.url, "Trader");
  const statuses = async () => (await trader.call("getQuotes")).quotes.map(({ status }) => status);
  await expect.poll(statuses, { timeout: 30_000 }).toContain("tradeable");
});
