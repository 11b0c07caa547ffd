/**
 * The WAL position that each reader must see at least, as known to this process: events published
 * to the user or to everybody, and the user's own writes here.
 */
import type { WalPosition } from "./wal-position.ts";

export interface MinimumPositions {
  /** `userId` undefined: for every user. */
  raise(userId: string | undefined, position: WalPosition): void;
  /** Records a change at an unknown position; only the primary answers until the next `see`. */
  lose(): void;
  /** Records the primary's position, requested after the last change. */
  see(position: WalPosition): void;
  /** The primary now has another log, in which earlier positions mean nothing. */
  restart(position: WalPosition): void;
  /** Undefined: unknown, so only the primary can answer. */
  of(userId: string | undefined): WalPosition | undefined;
}

/** Positions kept per user; beyond this a position applies to every user. */
const PEOPLE_MAX = 50_000;

export function createMinimumPositions(peopleMax: number = PEOPLE_MAX): MinimumPositions {
  const people = new Map<string, WalPosition>();
  let everybody = 0n;
  let isLost = false;

  const raise = (userId: string | undefined, position: WalPosition): void => {
    if (userId === undefined) {
      if (position > everybody) everybody = position;
      return;
    }
    if ((people.get(userId) ?? everybody) >= position) return;
    people.set(userId, position);
    if (people.size <= peopleMax) return;
    for (const own of people.values()) if (own > everybody) everybody = own;
    people.clear();
  };

  return {
    raise,
    lose: () => void (isLost = true),
    see(position) {
      if (isLost) raise(undefined, position);
      isLost = false;
    },
    restart(position) {
      people.clear();
      everybody = position;
    },
    of(userId) {
      if (isLost) return undefined;
      const own = userId === undefined ? undefined : people.get(userId);
      return own !== undefined && own > everybody ? own : everybody;
    },
  };
}
