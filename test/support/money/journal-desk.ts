/** A desk with a trader for tests of the journal. Each test begins with a new user. */
import { randomUUID } from "node:crypto";
import type { Database } from "#platform";
import { beforeEach } from "vitest";
import type { Plan } from "../../../modules/forex/book/plans-table.ts";
import type { JournalDeps } from "../../../modules/forex/journal/journal-deps.ts";
import { forexJournalRoutes } from "../../../modules/forex/journal-routes.ts";
import { placeOrder } from "../../../modules/forex/orders/place-order.ts";
import { deskDeps, trader, type DeskTestDeps } from "./forex.ts";
import { moneyRequest } from "./mining.ts";
import { replayDeps } from "./replay.ts";

export const PLAN: Plan = {
  text: "Buy the break of 1.10.\nStop below the range.",
  tags: ["breakout"],
};

/** Returns "accepted", or the code of the refusal. */
export const refusalOf = (answer: Promise<unknown>) =>
  answer.then(
    () => "accepted",
    (error: Error & { code?: string }) => error.code ?? error.message,
  );

/** Call at the top level of a test file. */
export function journalDesk(file: { readonly database: Database }) {
  let deps: DeskTestDeps;
  let journalDeps: JournalDeps;
  let routes: ReturnType<typeof forexJournalRoutes>;
  let userId: string;
  beforeEach(async () => {
    deps = deskDeps(file.database);
    journalDeps = { ...replayDeps(file.database, deps.clock), feed: deps.feed };
    routes = forexJournalRoutes(journalDeps);
    userId = await trader(deps);
  });

  /** Calls a route as the user. */
  const as = <Answer>(
    route: (input: never) => Promise<Answer>,
    input: object = {},
    caller = userId,
  ): Promise<Answer> =>
    route({ caller: { userId: caller }, query: { limit: 50 }, ...input } as never);

  const place = async (draft: object, plan?: Plan, replaces?: string): Promise<string> => {
    const request = moneyRequest(userId, "placeForexOrder", { ...draft, key: randomUUID() });
    const whole = { type: "MARKET", instrument: "EUR_USD", units: "1000", ...draft } as const;
    const order = { request, draft: whole, plan, ...(replaces === undefined ? {} : { replaces }) };
    const { id } = await placeOrder(deps, order, (stored) => stored);
    deps.clock.advance(1_000);
    return id;
  };

  return {
    get deps() {
      return deps;
    },
    get journalDeps() {
      return journalDeps;
    },
    get routes() {
      return routes;
    },
    get userId() {
      return userId;
    },
    /** Continues as another user. */
    set userId(other: string) {
      userId = other;
    },
    as,
    place,
    pending: (plan?: Plan) => place({ type: "LIMIT", price: "0.5" }, plan),
    entryOf: (orderId: string) => as(routes.getForexJournalEntry, { params: { orderId } }),
    setNote: (orderId: string, body: object) =>
      as(routes.setForexJournalNote, {
        params: { orderId },
        body: { text: "", tags: [], mistakes: [], ...body },
      }),
    setPlan: (orderId: string, body: Plan) =>
      as(routes.setForexJournalPlan, { params: { orderId }, body }),
  };
}
