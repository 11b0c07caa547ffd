/**
 * HTTP routes of a user's page. Each list has its own route, which returns no secrets and records
 * the view in the audit log.
 */
import type { personApi } from "#api/person";
import type { Caller, Handlers } from "#api/route";
import { statementPage } from "#ledger";
import { workersOf } from "#pool";
import { findTickets } from "#support";
import { sessionsOf, signInsOf } from "#users";
import { listDeposits, listWithdrawals } from "#wallet";
import { listAudit } from "../audit/search-audit.ts";
import type { AdminDeps } from "../office/deps.ts";
import { adminRefusals } from "../office/refusals.ts";
import { holdingsOf } from "./holdings.ts";
import { viewRecorder } from "./record-view.ts";
import { knownUserId, viewPerson } from "./person.ts";

const NUMBER_CURSOR = /^[1-9]\d{0,17}$/;
const TICKET_CURSOR = /^tkt_[0-9a-f]{32}$/;
/** Cursor: the last shown item's time in milliseconds since 1970, and its id. */
const SESSION_CURSOR = /^(\d{1,13})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const HOLDING_CURSOR = /^(\d{1,13})_([a-z]{3}_[0-9a-z-]{1,64})$/;

interface Ask {
  readonly caller: Caller;
  readonly params: { readonly userId: string };
}

export function personRoutes(deps: AdminDeps): Handlers<typeof personApi> {
  const { database, clock } = deps;
  const recordView = viewRecorder(deps);
  /** Records the view and returns the id of the user. */
  async function recordPersonView({ caller, params }: Ask): Promise<string> {
    const userId = await knownUserId(deps, params.userId);
    await recordView(caller, userId);
    return userId;
  }
  return {
    async getPerson(ask) {
      return viewPerson(deps, { caller: ask.caller, userId: await recordPersonView(ask) });
    },

    listPersonEntries: async (ask) =>
      statementPage(database, { ...ask.query, userId: await recordPersonView(ask) }),

    async listPersonSessions({ query: { cursor, limit }, ...ask }) {
      const userId = await recordPersonView(ask);
      const before = placeOf(cursor, SESSION_CURSOR);
      const sessions = await sessionsOf(database, {
        userId,
        now: clock.now(),
        before,
        limit: limit + 1,
      });
      return placedPage(sessions, limit, ({ lastUsedAt }) => lastUsedAt);
    },

    async listPersonSignIns({ query: { cursor, limit }, ...ask }) {
      const userId = await recordPersonView(ask);
      const before = requireMatch(cursor, NUMBER_CURSOR);
      const beforeId = before === undefined ? undefined : BigInt(before);
      const signIns = await signInsOf(database, { userId, beforeId, limit: limit + 1 });
      return pageOf(signIns, limit);
    },

    async listPersonHoldings({ query: { cursor, limit }, ...ask }) {
      const userId = await recordPersonView(ask);
      const before = placeOf(cursor, HOLDING_CURSOR);
      const holdings = await holdingsOf(database, deps.products, {
        userId,
        before,
        limit: limit + 1,
        now: deps.clock.now(),
      });
      return placedPage(holdings, limit, ({ startedAt }) => startedAt);
    },

    listPersonWithdrawals: async ({ query: { cursor, limit }, ...ask }) =>
      listWithdrawals(deps, { userId: await recordPersonView(ask), cursor, limit }),

    listPersonDeposits: async ({ query: { cursor, limit }, ...ask }) =>
      listDeposits(deps, { userId: await recordPersonView(ask), cursor, limit }),

    async listPersonWorkers({ query: { cursor, limit }, ...ask }) {
      const userId = await recordPersonView(ask);
      // There are at most a hundred names, so read all of them and return a slice.
      const from = Number(requireMatch(cursor, NUMBER_CURSOR) ?? 0);
      const workers = await workersOf(database, { userId, now: deps.clock.now() });
      const isCut = workers.length > from + limit;
      return {
        items: workers.slice(from, from + limit),
        nextCursor: isCut ? String(from + limit) : null,
      };
    },

    async listPersonTickets({ query: { cursor, limit }, ...ask }) {
      const userId = await recordPersonView(ask);
      const beforeId = requireMatch(cursor, TICKET_CURSOR);
      return pageOf(await findTickets(database, { userId, beforeId, limit: limit + 1 }), limit);
    },

    listPersonAudit: async ({ query: { cursor, limit }, ...ask }) =>
      listAudit(database, { target: await recordPersonView(ask), cursor, limit }),
  };
}

function requireMatch(cursor: string | undefined, pattern: RegExp): string | undefined {
  if (cursor !== undefined && !pattern.test(cursor)) throw adminRefusals.bad_cursor();
  return cursor;
}

interface Place {
  readonly at: Date;
  readonly id: string;
}

function placeOf(cursor: string | undefined, pattern: RegExp): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, at, id] = pattern.exec(cursor) ?? [];
  if (at === undefined || id === undefined) throw adminRefusals.bad_cursor();
  return { at: new Date(Number(at)), id };
}

function placedPage<Item extends { readonly id: string }>(
  itemsAndNext: readonly Item[],
  limit: number,
  timeOf: (item: Item) => Date,
) {
  const items = itemsAndNext.slice(0, limit);
  const last = items.at(-1);
  const isCut = itemsAndNext.length > limit && last !== undefined;
  return { items, nextCursor: isCut ? `${timeOf(last).getTime()}_${last.id}` : null };
}

function pageOf<Item extends { readonly id: string | bigint }>(
  itemsAndNext: Item[],
  limit: number,
) {
  const items = itemsAndNext.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: itemsAndNext.length > limit && last ? String(last.id) : null };
}
