/**
 * What is known of famous minutes: prices that a replay passes through and times without any. All
 * else between two fixings is modelled.
 */
export interface Pin {
  readonly currency: string;
  /** The last price before, and the halt that follows. */
  readonly haltFrom: string;
  readonly lastPerEuro: number;
  /** The first price after. */
  readonly haltUntil: string;
  readonly firstPerEuro: number;
  readonly source: string;
}

export const PINS: readonly Pin[] = [
  {
    currency: "CHF",
    haltFrom: "2015-01-15T09:30:00Z",
    lastPerEuro: 1.201,
    haltUntil: "2015-01-15T10:15:00Z",
    firstPerEuro: 1.0209,
    source: "Swiss National Bank, press release of 15 January 2015, 10:30 in Zurich",
  },
];

/** When the jump of a span came, where it is known; else its time is drawn. */
export interface KnownJump {
  readonly time: string;
  readonly source: string;
}

export const KNOWN_JUMPS: readonly KnownJump[] = [
  {
    time: "2016-06-23T23:16:00Z",
    source: "Sunderland's count in the British referendum, declared at 00:16 in London",
  },
];
