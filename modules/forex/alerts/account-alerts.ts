/**
 * Evaluates alerts on equity and margin level. Accounts are valued in floating point, and a value
 * within the rounding error of a level is compared again with exact arithmetic.
 */
import {
  INSTRUMENTS,
  marksOf,
  positionsIn,
  revalue,
  sumsOf,
  valueAccount,
  type MarginRates,
  type Quotes,
  type Sums,
} from "#market";
import type { AccountThen } from "./account-states.ts";
import type { AlertRow } from "./alerts-table.ts";
import { notice, type Firing, type WatchedAlert } from "./watched-alert.ts";

export interface AccountAlerts {
  readonly byUser: Map<string, Map<string, WatchedAlert>>;
  /** Each account's state at the last evaluated tick. */
  readonly states: Map<string, AccountThen>;
  /** The accounts as typed arrays. Undefined after a change. */
  packed: Packed | undefined;
}

interface Packed {
  readonly userIds: readonly string[];
  readonly positions: ReturnType<typeof positionsIn>;
  readonly results: Float64Array;
  readonly balanceCents: Float64Array;
  /**
   * For each account, four numbers: the exclusive ranges of equity and of margin level in which no
   * condition changes. Empty ranges if the account must be evaluated.
   */
  readonly ranges: Float64Array;
  /** Ids of the instruments with positions. */
  readonly held: readonly number[];
}

export function noAccountAlerts(): AccountAlerts {
  return { byUser: new Map(), states: new Map(), packed: undefined };
}

export function addAccountAlert(alerts: AccountAlerts, watched: WatchedAlert): void {
  const { id, userId } = watched.row;
  const own = alerts.byUser.get(userId) ?? new Map<string, WatchedAlert>();
  alerts.byUser.set(userId, own.set(id, watched));
  alerts.packed = undefined;
}

export function removeAccountAlert(alerts: AccountAlerts, { id, userId }: AlertRow): void {
  const own = alerts.byUser.get(userId);
  own?.delete(id);
  if (own?.size === 0) {
    alerts.byUser.delete(userId);
    alerts.states.delete(userId);
  }
  alerts.packed = undefined;
}

export function setStates(alerts: AccountAlerts, states: ReadonlyMap<string, AccountThen>): void {
  for (const [userId, state] of states) alerts.states.set(userId, state);
  alerts.packed = undefined;
}

/** True if no account has an open trade, so that no tick can change a value. */
export function areAllFlat({ states }: AccountAlerts): boolean {
  return [...states.values()].every(({ trades }) => trades.length === 0);
}

interface TickOfAccounts {
  readonly timeMs: number;
  readonly nowMs: number;
  readonly quotes: Quotes;
  readonly marginRates: MarginRates | undefined;
}

/** Evaluates one tick. */
export function checkAccounts(
  alerts: AccountAlerts,
  tick: TickOfAccounts,
  fire: (firing: Firing) => void,
): void {
  const packed = (alerts.packed ??= pack(alerts));
  const doubledMids = INSTRUMENTS.map((instrument) => {
    const quote = instrument.isTradeable ? tick.quotes(instrument) : undefined;
    return quote ? quote.bid + quote.ask : 0;
  });
  const areAllPriced = packed.held.every((id) => doubledMids[id] !== 0);
  const marks = marksOf(doubledMids, tick.marginRates);
  revalue(packed.positions, marks, packed.results);
  for (let account = 0; account < packed.userIds.length; account += 1) {
    const sums = sumsOf(packed, marks, account);
    if (isWithin(packed.ranges, account, sums)) continue;
    const userId = packed.userIds[account] ?? "";
    const state = alerts.states.get(userId);
    // An account with an unpriced instrument cannot be valued.
    if (!areAllPriced && state?.trades.some(({ instrument }) => doubledMids[instrument.id] === 0))
      continue;
    const own = [...(alerts.byUser.get(userId)?.values() ?? [])];
    // The end of a season moves all coins away, which is no loss. Alerts begin again with the
    // first value of the next season.
    if (state?.isBetweenSeasons) {
      for (const watched of own) watched.isMet = undefined;
      packed.ranges.set(NO_CHANGE, 4 * account);
      continue;
    }
    for (const watched of own) {
      const { row } = watched;
      const isMet = isNearLevel(row, sums)
        ? isMetExactly(row, state, tick)
        : differenceOf(row, sums) >= 0;
      if (notice(watched, isMet, tick))
        fire({ row, timeMs: tick.timeMs, value: valueOf(row, state, tick) });
    }
    packed.ranges.set(rangesOf(own, sums), 4 * account);
  }
}

/** True if no condition of the account can have changed, allowing for rounding errors. */
function isWithin(ranges: Float64Array, account: number, { nav, margin, error }: Sums): boolean {
  const at = 4 * account;
  if (nav - error <= (ranges[at] ?? 0) || nav + error >= (ranges[at + 1] ?? 0)) return false;
  const [above = -Infinity, below = Infinity] = [ranges[at + 2], ranges[at + 3]];
  if (above === -Infinity && below === Infinity) return true;
  const level = margin === 0 ? Infinity : (nav * 10_000) / margin;
  const part = margin === 0 ? 0 : (error * 10_000) / margin + Math.abs(level) * LEVEL_ERROR;
  return level - part > above && level + part < below;
}

/** Ranges of an account without conditions. */
const NO_CHANGE = [-Infinity, Infinity, -Infinity, Infinity];

/** Relative rounding error of a margin level, which is larger than that of a sum of conversions. */
const LEVEL_ERROR = 1e-8;

/** Returns the ranges between the account's levels around its current values. */
function rangesOf(own: Iterable<WatchedAlert>, { nav, margin }: Sums): number[] {
  const level = margin === 0 ? Infinity : (nav * 10_000) / margin;
  const ranges = [...NO_CHANGE];
  for (const { row } of own) {
    const [value, at] = row.kind === "EQUITY" ? [nav, 0] : [level, 2];
    // At a level, the account is evaluated at every tick.
    if (row.level <= value) ranges[at] = Math.max(ranges[at] ?? 0, row.level);
    if (row.level >= value) ranges[at + 1] = Math.min(ranges[at + 1] ?? 0, row.level);
  }
  return ranges;
}

/** Returns a number that is 0 or more if the condition is met, up to its rounding error. */
function differenceOf({ kind, direction, level }: AlertRow, { nav, margin }: Sums): number {
  if (kind === "MARGIN_LEVEL") return margin === 0 ? -Infinity : (level * margin) / 10_000 - nav;
  return direction === "ABOVE" ? nav - level : level - nav;
}

function isNearLevel(row: AlertRow, sums: Sums): boolean {
  const scale = row.kind === "MARGIN_LEVEL" ? Math.max(1, row.level / 10_000) : 1;
  return Math.abs(differenceOf(row, sums)) <= sums.error * scale;
}

function exactly(state: AccountThen | undefined, { quotes, marginRates }: TickOfAccounts) {
  const { balanceCents = 0n, trades = [] } = state ?? {};
  return valueAccount({ home: "USD", balanceCents, trades, marginRates }, quotes);
}

function isMetExactly(
  { kind, direction, level }: AlertRow,
  state: AccountThen | undefined,
  tick: TickOfAccounts,
): boolean {
  const { nav, marginUsed } = exactly(state, tick);
  if (kind === "MARGIN_LEVEL") {
    if (marginUsed.top === 0n) return false;
    return nav.top * marginUsed.bottom * 10_000n <= BigInt(level) * marginUsed.top * nav.bottom;
  }
  const difference = nav.top - BigInt(level) * nav.bottom;
  return direction === "ABOVE" ? difference >= 0n : difference <= 0n;
}

/** Returns the value to report, rounded down: cents, or hundredths of a percent. */
function valueOf({ kind }: AlertRow, state: AccountThen | undefined, tick: TickOfAccounts): bigint {
  const { nav, marginUsed } = exactly(state, tick);
  if (kind === "EQUITY") return nav.top / nav.bottom;
  return (nav.top * marginUsed.bottom * 10_000n) / (nav.bottom * marginUsed.top);
}

function pack({ byUser, states }: AccountAlerts): Packed {
  const userIds = [...byUser.keys()];
  const rows = userIds.flatMap((userId, account) =>
    [...Map.groupBy(states.get(userId)?.trades ?? [], ({ instrument }) => instrument.id)].map(
      ([instrument, trades]) => ({
        account,
        instrument,
        units: trades.reduce((sum, trade) => sum + trade.units, 0),
        cost: trades.reduce((sum, trade) => sum + trade.units * trade.price, 0),
      }),
    ),
  );
  const positions = positionsIn(rows, userIds.length);
  const ranges = new Float64Array(4 * userIds.length);
  for (let at = 0; at < ranges.length; at += 2) ranges.set([Infinity, -Infinity], at);
  return {
    ranges,
    held: [...new Set(rows.map(({ instrument }) => instrument))],
    userIds,
    positions,
    results: new Float64Array(positions.count),
    balanceCents: Float64Array.from(userIds, (userId) =>
      Number(states.get(userId)?.balanceCents ?? 0n),
    ),
  };
}
