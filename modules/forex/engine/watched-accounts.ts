/**
 * Groups each account's open positions, so that a tick checks only the accounts that may be near a
 * limit. Accounts that changed after the last screening of all accounts are screened separately.
 * When many accounts have changed, all accounts are screened again.
 */
import {
  quietBounds,
  dollarPairOf,
  HOLDABLE,
  leaveOut,
  marksOf,
  nearIn,
  positionsIn,
  screenOf,
  type Instrument,
  type MarginRates,
  type Marks,
  type Quotes,
  type Screen,
} from "#market";
import type { OpenPosition } from "../book/trades-table.ts";
import { narrow, type Bounds } from "./bounds.ts";

export interface WatchedAccount {
  readonly balanceCents: bigint;
  readonly isMarginCall: boolean;
  readonly positions: readonly OpenPosition[];
}

export interface WatchedAccounts {
  readonly byUser: Map<string, WatchedAccount>;
  /**
   * Instruments that users hold, and the pairs that convert their value to dollars. May include
   * instruments that are no longer held, because removing an account does not shrink the set.
   */
  readonly held: Set<Instrument>;
  /** Ids of accounts that have changed since `all` was computed. */
  readonly changed: Set<string>;
  all: Screened | undefined;
  /** Screening of the changed accounts. */
  some: Screened | undefined;
  marginRates: MarginRates | undefined;
}

interface Screened {
  readonly userIds: readonly string[];
  readonly screen: Screen;
}

/**
 * All accounts are screened again once more than this number and more than one in `CHANGED_SHARE`
 * have changed.
 */
const CHANGED_MAX = 256;
const CHANGED_SHARE = 100;

export interface NearAccounts {
  /** Accounts that may be at or below 50 % and must be checked exactly. */
  readonly stopOut: readonly string[];
  /** Accounts that may have crossed 100 % in either direction. */
  readonly marginCall: readonly string[];
}

const NOBODY: NearAccounts = { stopOut: [], marginCall: [] };

export function noAccounts(): WatchedAccounts {
  return {
    byUser: new Map(),
    held: new Set(),
    changed: new Set(),
    all: undefined,
    some: undefined,
    marginRates: undefined,
  };
}

/** Adds or replaces an account. `account` is undefined if it has no open positions. */
export function setAccount(
  accounts: WatchedAccounts,
  userId: string,
  account: WatchedAccount | undefined,
): void {
  if (!account && !accounts.byUser.has(userId)) return;
  if (account) hold(accounts, userId, account);
  else accounts.byUser.delete(userId);
  accounts.changed.add(userId);
  accounts.some = undefined;
}

function hold({ byUser, held }: WatchedAccounts, userId: string, account: WatchedAccount): void {
  byUser.set(userId, account);
  for (const { instrument } of account.positions) {
    held.add(instrument);
    for (const currency of [instrument.base, instrument.quote]) {
      const pair = dollarPairOf(currency);
      if (pair) held.add(pair);
    }
  }
}

/** Returns the units of the user's position in an instrument. */
export function heldIn({ byUser }: WatchedAccounts, userId: string, held: Instrument): number {
  const positions = byUser.get(userId)?.positions;
  return positions?.find(({ instrument }) => instrument === held)?.units ?? 0;
}

export function clearAccounts(accounts: WatchedAccounts): void {
  accounts.byUser.clear();
  accounts.held.clear();
  accounts.all = undefined;
}

/**
 * Returns the accounts near a limit at these quotes. Accounts with an unpriced instrument cannot be
 * valued and are omitted.
 */
export function whoIsNear(
  accounts: WatchedAccounts,
  quotes: Quotes,
  marginRates: MarginRates | undefined,
): NearAccounts {
  const { byUser, changed } = accounts;
  if (byUser.size === 0) return NOBODY;
  const marks = marksOf(
    HOLDABLE.map((instrument) => {
      const quote = accounts.held.has(instrument) ? quotes(instrument) : undefined;
      return quote ? quote.bid + quote.ask : 0;
    }),
    marginRates,
  );
  const isCrowd = changed.size > Math.max(CHANGED_MAX, byUser.size / CHANGED_SHARE);
  if (isCrowd || marginRates !== accounts.marginRates) accounts.all = undefined;
  accounts.marginRates = marginRates;
  moveNear(accounts, marks);
  return changed.size === 0 ? NOBODY : nearAmongChanged(accounts, marks);
}

/**
 * Moves accounts that must be checked to the set of changed accounts, which is screened at the
 * current prices.
 */
function moveNear(accounts: WatchedAccounts, marks: Marks): void {
  const { changed } = accounts;
  let near = accounts.all && nearIn(accounts.all.screen, marks);
  if (!accounts.all || !near) {
    accounts.all = screened(accounts, [...accounts.byUser.keys()], marks);
    changed.clear();
    accounts.some = undefined;
    near = nearIn(accounts.all.screen, marks);
  }
  if (!near || near.looked.length === 0) return;
  const { userIds, screen } = accounts.all;
  for (const place of near.looked) changed.add(userIds[place] ?? "");
  leaveOut(screen, near.looked.length);
  accounts.some = undefined;
}

function nearAmongChanged(accounts: WatchedAccounts, marks: Marks): NearAccounts {
  let near = accounts.some && nearIn(accounts.some.screen, marks);
  // Checked accounts that are not near a limit get new bounds around the current prices.
  if (!accounts.some || !near || near.looked.length > 0) {
    const there = [...accounts.changed].filter((userId) => accounts.byUser.has(userId));
    accounts.some = screened(accounts, there, marks);
    near = nearIn(accounts.some.screen, marks);
  }
  if (!near) return NOBODY;
  const { userIds } = accounts.some;
  const idsOf = (places: readonly number[]) => places.map((place) => userIds[place] ?? "");
  return { stopOut: idsOf(near.stopOut), marginCall: idsOf(near.marginCall) };
}

/**
 * Narrows the bounds to prices at which no account needs a check. Returns false if an account must
 * be checked at the next quote.
 */
export function boundAccounts(
  { byUser, changed, all, some }: WatchedAccounts,
  boundsOf: (instrument: Instrument) => Bounds,
): boolean {
  if (byUser.size === 0) return true;
  if (!all || (changed.size > 0 && !some)) return false;
  for (const { screen } of [all, ...(some && changed.size > 0 ? [some] : [])])
    for (const { id, place, by } of quietBounds(screen)) {
      const instrument = HOLDABLE[id];
      if (!instrument || by <= 0) return false;
      narrow(boundsOf(instrument).sum, place, by);
    }
  return true;
}

function screened({ byUser }: WatchedAccounts, userIds: readonly string[], marks: Marks): Screened {
  const accounts = userIds.map((userId) => byUser.get(userId));
  const rows = accounts.flatMap((account, at) =>
    (account?.positions ?? []).map(({ instrument, units, cost }) => ({
      account: at,
      instrument: instrument.id,
      units,
      cost,
    })),
  );
  const balanceCents = Float64Array.from(accounts, (one) => Number(one?.balanceCents ?? 0n));
  const isMarginCall = Uint8Array.from(accounts, (one) => Number(one?.isMarginCall ?? false));
  const positions = positionsIn(rows, userIds.length);
  return { userIds, screen: screenOf(positions, balanceCents, isMarginCall, marks) };
}
