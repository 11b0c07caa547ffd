/**
 * Defines the clock, the only source of time for rules and use cases. Tests pass a clock that they
 * can move.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
