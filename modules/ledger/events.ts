/**
 * Lists the movements of a user's money, newest first, one row per event. An event consists of all
 * transfers with the same cause. Mining pay and power are grouped by cause and UTC day. Events are
 * counted before they are read, so that each event is one row on every page and the sums can be
 * compared with the balances.
 */
import type { Queryable } from "#platform";
import { ASSETS, CLASSES, type Asset } from "./accounts.ts";
import { codeName, type TransferCode } from "./codes.ts";
import { countEvents } from "./count-up.ts";
import { readEventCursor, writeEventCursor } from "./event-cursor.ts";
import type { Part } from "./stored-entry.ts";

/**
 * Net amounts per account. Null if the event did not touch the account. 0 if the event held coins
 * and released all of them again.
 */
export interface AccountSums {
  readonly availableSats: bigint | null;
  readonly heldSats: bigint | null;
  readonly availableCents: bigint | null;
  readonly heldCents: bigint | null;
}

export interface Event extends AccountSums {
  /** Unique among this user's events. It does not change when transfers are added to the event. */
  readonly key: string;
  readonly cause: string | null;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** Code of the first transfer. */
  readonly firstCode: TransferCode;
  readonly lastCode: TransferCode;
  readonly transfers: number;
  /** Number of mining payouts in the event. */
  readonly payouts: number;
}

export interface EventsRequest {
  readonly userId: string;
  /** If set, lists only events that touched this asset, with their amounts on all accounts. */
  readonly asset?: Asset | undefined;
  readonly account?: Part | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** Page size, at most 1,000. */
  readonly limit: number;
}

export interface Events {
  readonly items: Event[];
  readonly nextCursor: string | null;
}

const LIMIT_MAX = 1_000;

interface Row extends Omit<Event, "firstCode" | "lastCode" | "transfers" | "payouts"> {
  readonly firstCode: number;
  readonly lastCode: number;
  readonly transfers: bigint;
  readonly payouts: bigint;
}

/**
 * Returns a page of events. Throws RangeError for an invalid cursor, Uncounted on a standby with
 * new transfers, and the Refusal of `countUp`.
 */
export async function eventsOf(queryable: Queryable, request: EventsRequest): Promise<Events> {
  const limit = Math.max(1, Math.min(request.limit, LIMIT_MAX));
  const before = readEventCursor(request.cursor);
  await countEvents(queryable, request.userId);
  const rows = await queryable.query<Row>(
    `select e.key, e.cause, e.first_at as "firstAt", e.last_at as "lastAt", e.first_code as "firstCode",
       e.last_code as "lastCode", e.transfers, e.payouts, moved.*
     from (
       select * from ledger_events
         where user_id = $1 and (last_at, key) < (coalesce($2::timestamptz, 'infinity'), coalesce($3, ''))
           and touched & $4::smallint <> 0
         order by last_at desc, key desc limit $5
     ) as e cross join lateral (
       select ${sumOf("BTC", "available")} as "availableSats", ${sumOf("BTC", "held")} as "heldSats",
         ${sumOf("USD", "available")} as "availableCents", ${sumOf("USD", "held")} as "heldCents"
       from ledger_accounts a join ledger_event_parts part on part.account = a.id and part.key = e.key
       where a.user_id = $1
     ) as moved
     order by e.last_at desc, e.key desc`,
    [request.userId, before?.lastAt ?? null, before?.key ?? null, bitsOf(request), limit + 1],
  );
  const items = rows.slice(0, limit).map(asEvent);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? writeEventCursor(last) : null };
}

function sumOf(asset: Asset, part: Part): string {
  return `(sum(part.amount) filter (where a.asset = ${ASSETS[asset]} and a.class = ${CLASSES[part]}))::bigint`;
}

/** Returns the requested accounts as a bit mask like `ledger_events.touched`. */
function bitsOf({ asset, account }: EventsRequest): number {
  const ofAsset = { BTC: 0b0011, USD: 0b1100 };
  const ofPart = { available: 0b0101, held: 0b1010 };
  return (asset ? ofAsset[asset] : 0b1111) & (account ? ofPart[account] : 0b1111);
}

function asEvent({ firstCode, lastCode, transfers, payouts, ...row }: Row): Event {
  return {
    ...row,
    firstCode: codeName(firstCode),
    lastCode: codeName(lastCode),
    transfers: Number(transfers),
    payouts: Number(payouts),
  };
}
