/**
 * Runs the Forex desk at a given time, in a process that tests kill or run twice at once.
 *
 * Usage:
 *   forex-process.ts <database url> <time> order <user> <key> <units>
 *   forex-process.ts <database url> <time> orders <user> <how many> <units>
 *   forex-process.ts <database url> <time> season <user> <key>
 *   forex-process.ts <database url> <time> walk <milliseconds>
 *   forex-process.ts <database url> <time> alerts
 */
import { openDatabase, Refusal, requestHash } from "#platform";
import { placeOrder } from "#forex";
import {
  evaluateAlerts,
  openAlertRun,
  saveAlertRun,
} from "../../../modules/forex/alerts/alert-run.ts";
import { startSeason } from "../../../modules/forex/seasons/start-season.ts";
import { deskDeps, order, runEngineFor } from "./forex.ts";

const [, , url = "", time = "", what, ...rest] = process.argv;
const database = openDatabase(url, { connectionsMax: 8 });
const deps = deskDeps(database, { start: time });

if (what === "walk") await runEngineFor(deps, Number(rest[0]));
else if (what === "alerts") {
  const run = await openAlertRun(deps);
  await evaluateAlerts(run);
  await saveAlertRun(run);
} else if (what === "order") {
  const [userId = "", key = "", units = ""] = rest;
  const request = { userId, key, route: "placeForexOrder", requestHash: requestHash(rest) };
  const draft = { type: "MARKET", instrument: "EUR_USD", units } as const;
  await placeOrder(deps, { request, draft }, ({ id }) => ({ id }));
} else if (what === "season") {
  const [userId = "", key = ""] = rest;
  const request = { userId, key, route: "startForexSeason", requestHash: requestHash(rest) };
  await startSeason(deps, { request, ends: 1 });
} else {
  const [userId = "", count, units = ""] = rest;
  const sent = Array.from({ length: Number(count) }, () => order(deps, userId, { units }));
  for (const { status, ...outcome } of await Promise.allSettled(sent))
    if (status === "rejected" && !("reason" in outcome && outcome.reason instanceof Refusal))
      throw new Error("an order was neither taken nor refused", { cause: outcome });
}
await database.close();
