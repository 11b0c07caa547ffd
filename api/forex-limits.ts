/** Limits of the Forex desk, separate from the other limits because only its pages load them. */

/** Limits of Forex charts and price files. */
export const forexLimits = {
  /** Maximum size of a price file in a JSON body: 50,000 lines of 64 characters. */
  priceFileCharactersMax: 3_200_000,
  /** Maximum size of a price file that is uploaded as a file. */
  priceFileBytesMax: 400_000_000,
  priceFileLinesMax: 5_000_000,
  /** Maximum number of drawings per account, and per instrument of an account. */
  drawingsMax: 200,
  drawingsPerInstrumentMax: 50,
  candlesMax: 5_000,
  candlesDefault: 500,
  granularities: [
    ...(["S5", "S10", "S15", "S30", "M1", "M2", "M4", "M5", "M10", "M15", "M30"] as const),
    ...(["H1", "H2", "H3", "H4", "H6", "H8", "H12", "D", "W", "M"] as const),
  ],
} as const;

/** Limits of the Forex journal. Browser and server validate texts with the same patterns. */
export const journalLimits = {
  planMax: 2_000,
  noteMax: 5_000,
  tagMax: 30,
  /** Tags of a plan, tags of a note, and mistakes of a note. */
  tagsMax: 10,
  searchMax: 100,
  /** Plans, and notes, of one user in the live journal and all replays together. */
  entriesMax: 20_000,
  /** Maximum size of a journal CSV file, and of a history file of a broker. */
  fileCharactersMax: 3_200_000,
  journalRowsMax: 5_000,
  importRowsMax: 20_000,
  importsMax: 20,
  importedTradesMax: 50_000,
  /** Matches plain text: no control characters except line breaks and tabs. */
  textPattern: /^(?:[\n\r\t]|[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069])*$/u,
  /** Matches a tag. Commas and semicolons separate tags in a field and in a CSV cell. */
  tagPattern: /^(?=.*\S)[^\p{Cc}\p{Cs},;\u2028-\u202E\u2066-\u2069]{1,30}$/u,
  /** Mistakes that the page offers. Users can add their own. */
  mistakes: [
    "no stop loss",
    "position too large",
    "entered too late",
    "exited too early",
    "moved the stop loss",
    "traded to win back a loss",
    "against the plan",
    "held over news",
  ],
} as const;

/** Limits of alerts at the Forex desk. */
export const alertLimits = {
  activeMax: 50,
  /** Number of fired and expired alerts that are kept per user. */
  endedMax: 50,
  repeatSecondsMin: 60,
  repeatSecondsMax: 86_400,
  /** At most 120 characters, without control characters, line breaks or direction overrides. */
  notePattern: /^[^\p{Cc}\u2028-\u202E\u2066-\u2069]{0,120}$/u,
  noteMax: 120,
} as const;

/** Limits of a replay's own account. Amounts are in US cents. */
export const forexReplayLimits = {
  startCents: 1_000_000,
  startCentsMin: 10_000,
  startCentsMax: 100_000_000,
  /** ESMA's highest leverage. */
  leverageMax: 30,
  spreadFactorMax: 5,
} as const;
