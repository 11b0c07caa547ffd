/**
 * What a reader has to see at least, because this process knows of it: what was announced to them,
 * or to everybody, and what they wrote here.
 */
import type { WalPosition } from "./wal-position.ts";

export interface MinimumPositions {
  /** Undefined: for everybody. */
  raise(userId: string | undefined, position: WalPosition): void;
  /** Something was announced or written, and nobody can tell where: until the next `see`. */
  lose(): void;
  /** The primary's position, asked for since. */
  see(position: WalPosition): void;
  /** The primary has another log than before: what is known means nothing in it. */
  restart(position: WalPosition): void;
  /** Undefined: not known, only the primary is sure to have it. */
  of(userId: string | undefined): WalPosition | undefined;
}

/** A person each; those beyond count for everybody. */
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
