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
  const marks = marksOf(doubledMids, tick.marginRates);
  revalue(packed.positions, marks, packed.results);
  packed.userIds.forEach((userId, account) => {
    const sums = sumsOf(packed, marks, account);
    const state = alerts.states.get(userId);
    // An account with an unpriced instrument cannot be valued.
    if (state?.trades.some(({ instrument }) => doubledMids[instrument.id] === 0)) return;
    for (const watched of alerts.byUser.get(userId)?.values() ?? []) {
      const { row } = watched;
      const isMet = isNearLevel(row, sums)
        ? isMetExactly(row, state, tick)
        : differenceOf(row, sums) >= 0;
      if (notice(watched, isMet, tick))
        fire({ row, timeMs: tick.timeMs, value: valueOf(row, state, tick) });
    }
  });
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
  return {
    userIds,
    positions,
    results: new Float64Array(positions.count),
    balanceCents: Float64Array.from(userIds, (userId) =>
      Number(states.get(userId)?.balanceCents ?? 0n),
    ),
  };
}
