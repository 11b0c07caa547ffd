/**
 * Facts about famous market events: prices that a replay must pass through, and times without
 * prices. All other prices between two fixings come from the model.
 */
export interface Pin {
  readonly currency: string;
  /** Time of the last price before the halt. */
  readonly haltFrom: string;
  readonly lastPerEuro: number;
  /** Time of the first price after the halt. */
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

/**
 * A jump between two fixings whose time is known. The time of any other jump is drawn at random.
 */
export interface KnownJump {
  readonly time: string;
  /** True if traders knew in advance that news would come around this time. */
  readonly isExpected: boolean;
  readonly source: string;
}

export const KNOWN_JUMPS: readonly KnownJump[] = [
  {
    time: "2016-06-23T23:16:00Z",
    isExpected: true,
    source: "Sunderland's count in the British referendum, declared at 00:16 in London",
  },
];

/** Times of all known news, around which spreads are wider. */
export const KNOWN_NEWS: readonly Pick<KnownJump, "time" | "isExpected">[] = [
  // The franc was unpegged without warning.
  ...PINS.map(({ haltUntil }) => ({ time: haltUntil, isExpected: false })),
  ...KNOWN_JUMPS,
];
