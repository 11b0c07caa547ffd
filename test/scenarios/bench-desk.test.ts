/** The benchmark of the desk finds an open market at any time, at weekends, too. */
import { afterAll, beforeAll, test } from "vitest";
import { eventually, signUp } from "../support/person.ts";
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
  await eventually(
    "prices of an open market",
    () => trader.call("getQuotes"),
    ({ quotes }) => quotes.some(({ status }) => status === "tradeable"),
  );
});
