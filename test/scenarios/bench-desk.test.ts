/** The benchmark of the desk finds an open market at any time, at weekends, too. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../support/person.ts";
import { openHour } from "../support/open-hour.ts";
import { startServer, type RunningServer } from "../support/server.ts";

let server: RunningServer;
beforeAll(async () => {
  const aheadMs = openHour().getTime() - Date.now();
  server = await startServer({
    program: "test/bench/server-in-open-hour.ts",
    env: { AHEAD_MS: String(aheadMs) },
  });
});
afterAll(() => server.close());

test("the product with its clock set ahead has prices of an open market", async () => {
  const trader = await signUp(server.url, "Trader");
  const statuses = async () => (await trader.call("getQuotes")).quotes.map(({ status }) => status);
  await expect.poll(statuses, { timeout: 30_000 }).toContain("tradeable");
});
