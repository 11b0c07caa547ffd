/** Tests that the end of a season fires no alert, and that alerts begin again afterwards. */
import { expect, test } from "vitest";
import { alertDesk } from "../../../test/support/money/alert-desk.ts";
import { order, runEngineFor, trader } from "../../../test/support/money/forex.ts";
import { moneyRequest } from "../../../test/support/money/mining.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { bringFunds } from "../funds/bring-funds.ts";
import { startSeason } from "./start-season.ts";

const file = fileDatabase();
const { desk, create, evaluateAfter, messages, onlyAlert } = alertDesk(file);

test("an alert on equity stays through a new season and fires in the next one", async () => {
  const { deps } = desk;
  const userId = await trader(deps);
  await runEngineFor(deps, 0);
  await evaluateAfter(0);
  await create(userId, { kind: "EQUITY", direction: "BELOW", level: "3000" });
  const run = async () => {
    await runEngineFor(deps, 10_000);
    await evaluateAfter(0);
  };
  await run();
  await order(deps, userId, { units: "1000" });
  await startSeason(deps, { request: moneyRequest(userId, "startForexSeason"), ends: 1 });
  await run();
  expect(await messages(userId)).toEqual([]);
  expect(await onlyAlert(userId)).toMatchObject({ state: "ACTIVE", firedAt: null });
  await bringFunds(deps, {
    request: moneyRequest(userId, "transferForexFunds", "second season"),
    amountSats: 9_000_000n,
  });
  await run();
  expect(await messages(userId)).toEqual([]);
  // A loss of 4 cents on 60,000 EUR is 2,400 USD of about 5,400 USD.
  await order(deps, userId, { units: "60000" });
  await run();
  await desk.shift(-420, 10_000);
  await evaluateAfter(0);
  expect(await messages(userId)).toHaveLength(1);
  expect((await onlyAlert(userId)).firedValue).toBeLessThan(300_000n);
});
