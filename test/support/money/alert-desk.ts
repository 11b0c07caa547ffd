/** A desk with a movable price for tests of alerts. Each test begins without alerts. */
import { quoteAt, TICK_MS, type Quote } from "#market";
import type { Database } from "#platform";
import { beforeEach } from "vitest";
import {
  evaluateAlerts,
  openAlertRun,
  saveAlertRun,
} from "../../../modules/forex/alerts/alert-run.ts";
import { createAlert, type AlertDraft } from "../../../modules/forex/alerts/alert-requests.ts";
import { alertsOf } from "../../../modules/forex/alerts/alerts-table.ts";
import { people } from "./forex.ts";
import { movedDesk, SECOND } from "./moved-desk.ts";

export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** Call at the top level of a test file. */
export function alertDesk(file: { readonly database: Database }) {
  const desk = movedDesk(file);
  beforeEach(async () => {
    await file.database.query(
      "update forex_alert_progress set prices_at = null, accounts_at = null",
    );
    await file.database.query("delete from forex_alerts");
  });
  return {
    desk,

    /** Creates an alert, by default on the price of EUR/USD. */
    create: (userId: string, draft: Partial<AlertDraft>) =>
      createAlert(
        { ...desk.deps, people },
        { userId, draft: { kind: "PRICE", instrument: "EUR_USD", level: "1", ...draft } },
      ),

    /** Lets the time pass without the worker, and evaluates all of it afterwards. */
    evaluateAfter: async (milliseconds: number): Promise<void> => {
      desk.deps.clock.advance(milliseconds);
      const run = await openAlertRun(desk.deps);
      await evaluateAlerts(run);
      await saveAlertRun(run);
    },

    /** Evaluates this time in rounds of one second, as the worker does. */
    evaluateFor: async (milliseconds: number): Promise<void> => {
      const run = await openAlertRun(desk.deps);
      for (let passed = 0; passed < milliseconds; passed += SECOND) {
        desk.deps.clock.advance(Math.min(SECOND, milliseconds - passed));
        await evaluateAlerts(run);
        await saveAlertRun(run);
      }
    },

    messages: (userId: string) =>
      file.database.query<{ subject: string; body: string }>(
        "select subject, body from notifications_messages where user_id = $1 and template = 'forex_alert' order by id",
        [userId],
      ),

    onlyAlert: async (userId: string) => {
      const [alert, ...others] = await alertsOf(file.database, userId);
      if (!alert || others.length > 0) throw new Error("not one alert");
      return alert;
    },

    /** Finds the first tick at which the bid reaches its highest value of the next minutes. */
    highestBid: async (milliseconds: number): Promise<Quote> => {
      const start = desk.nowMs();
      const path = await desk.deps.feed.pathAt(start);
      if (!path) throw new Error("no path");
      let highest: Quote | undefined;
      for (let timeMs = start + TICK_MS; timeMs <= start + milliseconds; timeMs += TICK_MS) {
        const quote = quoteAt(path, desk.euro, timeMs);
        if (quote && quote.bid > (highest?.bid ?? 0)) highest = quote;
      }
      if (!highest) throw new Error("no quote");
      return highest;
    },
  };
}
