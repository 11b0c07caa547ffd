/**
 * A user's statement, newest first: every transfer on the account with the balance after it. Within an account the version
 * orders the entries, so none is missing or doubled however many arrive while someone pages.
 */
import type { Queryable } from "#platform";
import type { Asset } from "./accounts.ts";
import { codeName, type TransferCode } from "./codes.ts";
import { TRANSFER_KINDS, type TransferKind } from "./transfer.ts";

export interface Entry {
  /** The transfer's id. */
  readonly id: string;
  readonly at: Date;
  readonly asset: Asset;
  /** Satoshis or cents; negative when the account lost. */
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly code: TransferCode;
  readonly kind: TransferKind;
  readonly cause: string | null;
}

export interface StatementRequest {
  readonly userId: string;
  /** Both assets, merged by time, when absent. */
  readonly asset?: Asset | undefined;
  /** The spendable money (default), or what is on hold. */
  readonly part?: "available" | "held" | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface Statement {
  readonly items: Entry[];
  readonly nextCursor: string | null;
}

const LIMIT_MAX = 1_000;

interface Row {
  id: string;
  at: Date;
  asset: number;
  amount: bigint;
  balance: bigint;
  version: bigint;
  code: number;
  kind: number;
  cause: string | null;
}

/** Throws RangeError for a cursor that no page gave out. */
export async function statement(
  queryable: Queryable,
  request: StatementRequest,
): Promise<Statement> {
  const limit = Math.max(1, Math.min(request.limit, LIMIT_MAX));
  const assets: Asset[] = request.asset ? [request.asset] : ["BTC", "USD"];
  const before = parseCursor(request.cursor);
  const pages: Row[][] = [];
  for (const asset of assets)
    pages.push(await entriesBefore(queryable, request, asset, before[asset], limit + 1));
  const merged = mergeNewestFirst(pages);
  const shown = merged.slice(0, limit);
  for (const row of shown) before[assetName(row.asset)] = row.version;
  return {
    items: shown.map(asEntry),
    nextCursor: merged.length > limit ? formatCursor(before) : null,
  };
}

async function entriesBefore(
  queryable: Queryable,
  { userId, part = "available" }: StatementRequest,
  asset: Asset,
  before: bigint | undefined,
  limit: number,
): Promise<Row[]> {
  return queryable.query<Row>(
    `with account as (
       select id from ledger_accounts where user_id = $1 and asset = $2 and code = $3
     ), lost as (
       select t.id, at, asset, -amount as amount, d_bal as balance, d_ver as version, t.code, kind, cause
       from ledger_transfers t where debit = (select id from account) and d_ver < $4 order by d_ver desc limit $5
     ), gained as (
       select t.id, at, asset, amount, c_bal as balance, c_ver as version, t.code, kind, cause
       from ledger_transfers t where credit = (select id from account) and c_ver < $4 order by c_ver desc limit $5
     )
     select * from lost union all select * from gained order by version desc limit $5`,
    [
      userId,
      asset === "BTC" ? 1 : 2,
      part === "available" ? 1 : 2,
      before ?? 2n ** 63n - 1n,
      limit,
    ],
  );
}

/** Merges lists that are each ordered by version. Only the heads are compared, so the order within an account stands. */
function mergeNewestFirst(pages: readonly Row[][]): Row[] {
  const rest = pages.map((page) => [...page]);
  const merged: Row[] = [];
  for (;;) {
    const heads = rest.filter((page) => page.length > 0);
    if (heads.length === 0) return merged;
    const newest = heads.reduce((best, page) =>
      (page[0]?.at ?? 0) > (best[0]?.at ?? 0) ? page : best,
    );
    const row = newest.shift();
    if (row) merged.push(row);
  }
}

type Cursor = { [asset in Asset]?: bigint };

function parseCursor(text: string | undefined): Cursor {
  if (text === undefined) return {};
  const match = /^(?:b(\d{1,18}))?(?:u(\d{1,18}))?$/.exec(text);
  if (!match) throw new RangeError("malformed cursor");
  const [, btc, usd] = match;
  return { ...(btc ? { BTC: BigInt(btc) } : {}), ...(usd ? { USD: BigInt(usd) } : {}) };
}

function formatCursor({ BTC, USD }: Cursor): string {
  return `${BTC === undefined ? "" : `b${BTC}`}${USD === undefined ? "" : `u${USD}`}`;
}

function assetName(number: number): Asset {
  return number === 1 ? "BTC" : "USD";
}

function asEntry(row: Row): Entry {
  const kind = TRANSFER_KINDS[row.kind];
  if (!kind) throw new RangeError(`unknown transfer kind ${row.kind}`);
  return {
    id: row.id,
    at: row.at,
    asset: assetName(row.asset),
    amount: row.amount,
    balanceAfter: row.balance,
    code: codeName(row.code),
    kind,
    cause: row.cause,
  };
}
