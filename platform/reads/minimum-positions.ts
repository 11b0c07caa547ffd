/**
 * Tracks the minimum WAL position that each reader must see, as far as this process knows. The
 * position covers events published to the user or to all users, and the user's own writes through
 * this process.
 */
import type { WalPosition } from "./wal-position.ts";

export interface MinimumPositions {
  /** Raises a user's minimum. If `userId` is undefined, raises the minimum of all users. */
  raise(userId: string | undefined, position: WalPosition): void;
  /**
   * Records a change at an unknown position. Only the primary handles reads until the next call of
   * `see`.
   */
  lose(): void;
  /** Records the primary's position, requested after the last change. */
  see(position: WalPosition): void;
  /** Discards earlier positions, because the primary now has a different WAL. */
  restart(position: WalPosition): void;
  /**
   * Returns the user's minimum. Undefined if it is unknown, so that only the primary can handle the
   * read.
   */
  of(userId: string | undefined): WalPosition | undefined;
}

/**
 * Maximum number of users with their own position. Above this number, a new position applies to all
 * users.
 */
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
