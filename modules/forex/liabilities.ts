/**
 * Counts the desk's obligations: the original coins, minus losses, plus gains at the conversion
 * rate, with open positions valued at mid price. The desk pays from its own coins first, and the
 * treasury must provide the remainder.
 */
import { accountBalance, balancesOfUsers, houseAccount } from "#ledger";
import { principalWithin, valueAccount, type Quotes } from "#market";
import { mulDiv } from "#money";
import type { Queryable } from "#platform";
import type { CountedAt, Liabilities, Obligations, OwedTo } from "#treasury";
import { deskAccounts, deskAccountsOf, type AccountRow } from "./book/accounts-table.ts";
import { accountOf } from "./book/book.ts";
import { allOpenTrades, openTradesOf, type StoredTrade } from "./book/trades-table.ts";
import type { QuoteFeed } from "./feed/quote-feed.ts";

type Feed = Pick<QuoteFeed, "valuedAt">;

const DESK_COINS = houseAccount("forex", "BTC");
const SATS_PER_BTC = 100_000_000n;

/**
 * Returns the desk's obligations. Each call values the positions again. Between two calls, the
 * amount can be outdated by the price movement.
 */
export function deskLiabilities(feed: Feed): Liabilities {
  return async (queryable, at) => {
    const { people, heldSats, owedSats } = await countDesk(queryable, feed, at);
    return [
      {
        name: "Forex desk",
        open: people,
        heldSats,
        owedSats,
        isSetAside: false,
        closedReason: null,
      },
    ];
  };
}

export function askedBackSats(feed: Feed): Obligations {
  return async (queryable, at) => (await countDesk(queryable, feed, at)).owedSats;
}

/**
 * Returns the coins that users could ask back now, before the cost of converting gains. Their
 * ledger balances do not include these coins, because the desk's account holds them.
 */
export function deskOwedTo(feed: Feed): OwedTo {
  return async (queryable, at, userIds) => {
    const accounts = await deskAccountsOf(queryable, userIds);
    if (accounts.length === 0) return new Map();
    const trades = await openTradesOf(queryable, ...accounts.map(({ userId }) => userId));
    const owed = await owedByAccount(queryable, { feed, at }, { accounts, trades });
    return new Map(owed.map(({ userId, heldSats, gainSats }) => [userId, heldSats + gainSats]));
  };
}

interface Counted {
  /** Number of users with coins or dollars at the desk. */
  readonly people: number;
  /** Total of the accounts' original coins, after losses. */
  readonly heldSats: bigint;
  /** Obligations beyond the desk's own coins. */
  readonly owedSats: bigint;
}

/**
 * Counts the desk's obligations. The desk's coins are read before and after the positions, and the
 * smaller number is used, so that a concurrent transfer can only increase the counted obligations.
 */
async function countDesk(queryable: Queryable, feed: Feed, at: CountedAt): Promise<Counted> {
  const coinsBefore = await accountBalance(queryable, DESK_COINS);
  const accounts = await deskAccounts(queryable);
  const trades = await allOpenTrades(queryable);
  const owed = await owedByAccount(queryable, { feed, at }, { accounts, trades });
  const coinsAfter = await accountBalance(queryable, DESK_COINS);
  const heldSats = owed.reduce((sum, one) => sum + one.heldSats, 0n);
  const gainSats = owed.reduce((sum, one) => sum + one.gainSats, 0n);
  const coins = coinsBefore < coinsAfter ? coinsBefore : coinsAfter;
  const short = heldSats + gainSats - coins;
  return { people: owed.length, heldSats, owedSats: short > 0n ? short : 0n };
}

interface OwedCoins {
  /** The account's original coins, after losses. */
  readonly heldSats: bigint;
  readonly gainSats: bigint;
}

/** Returns the coins owed to each account. Accounts without coins and trades are omitted. */
async function owedByAccount(
  queryable: Queryable,
  { feed, at }: { readonly feed: Feed; readonly at: CountedAt },
  {
    accounts,
    trades,
  }: { readonly accounts: readonly AccountRow[]; readonly trades: readonly StoredTrade[] },
): Promise<(OwedCoins & { readonly userId: string })[]> {
  const quotes = await feed.valuedAt(at.now.getTime());
  const balances = await balancesOfUsers(
    queryable,
    accounts.map(({ userId }) => userId),
  );
  const byUser = Map.groupBy(trades, ({ userId }) => userId);
  return accounts.flatMap((account) => {
    const { userId } = account;
    const availableCents = balances.get(userId)?.availableCents ?? 0n;
    const own = byUser.get(userId) ?? [];
    const navCents = navOf(account, availableCents, { trades: own, quotes });
    if (navCents === 0n && own.length === 0) return [];
    return [{ userId, ...askedBack(account, navCents, at.reference.centsPerBtc) }];
  });
}

/**
 * Returns the account's NAV, rounded up and at least 0. Without prices, open positions count as 0.
 */
function navOf(
  { advanceCents }: AccountRow,
  availableCents: bigint,
  {
    trades,
    quotes,
  }: { readonly trades: readonly StoredTrade[]; readonly quotes: Quotes | undefined },
): bigint {
  const balance = { availableCents, advanceCents };
  const account = accountOf({ balance, trades: quotes ? trades : [], marginRates: undefined });
  const { nav } = valueAccount(account, quotes ?? (() => undefined));
  return nav.top > 0n ? mulDiv(nav.top, 1n, nav.bottom, "up") : 0n;
}

function askedBack({ principal }: AccountRow, navCents: bigint, centsPerBtc: bigint): OwedCoins {
  const remaining = principalWithin(principal, navCents);
  const { highestRateCents: highest } = principal;
  const rateCents = centsPerBtc > highest ? centsPerBtc : highest;
  return {
    heldSats: remaining.sats,
    gainSats: mulDiv(navCents - remaining.cents, SATS_PER_BTC, rateCents, "up"),
  };
}
