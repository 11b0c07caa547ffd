/**
 * Prices, terms and limits that administrators can set: the fields of each kind with their bounds,
 * and the changes that take effect only after a waiting period.
 */
export interface TermField {
  readonly label: string;
  /** Unit of the text. The value itself is stored in units of 10^-decimals. */
  readonly unit: "USD" | "BTC" | "days" | "minutes" | "%" | "pips" | "sat/vB" | "";
  readonly decimals: number;
  /** Bounds as decimal text, both inclusive. */
  readonly min: string;
  readonly max: string;
  /** Words of a switch: the first one means 1, the second one 0. */
  readonly words?: readonly [yes: string, no: string];
  /** Effect of the value, if the label does not say it. */
  readonly hint?: string;
}

const price = {
  label: "Price",
  unit: "USD",
  decimals: 2,
  min: "1",
  max: "1000000",
} as const satisfies TermField;

const offered = (label: string, hint: string) =>
  ({ label, unit: "", decimals: 0, min: "0", max: "1", words: ["yes", "no"], hint }) as const;

/** `min` defaults to one satoshi. */
const bitcoin = <Label extends string>(
  label: Label,
  more: { readonly min?: string; readonly max?: string; readonly hint?: string } = {},
) => ({ label, unit: "BTC", decimals: 8, min: "0.00000001", max: "1000", ...more }) as const;

const openForMoney = offered(
  "Takes new money",
  "Open positions go on either way and are paid as promised.",
);

const percent = (label: string, field: { min: string; max: string; hint?: string }) =>
  ({ label, unit: "%", decimals: 4, ...field }) as const;

/** `leastMargin`: ESMA's margin rate for this kind of pair. */
const pair = (leastMargin: string) =>
  ({
    spread: {
      label: "Spread",
      unit: "pips",
      decimals: 1,
      min: "0.1",
      max: "200",
      hint: "In quiet hours. A day of the market keeps what it began with at 17:00 in New York.",
    },
    marginRate: {
      label: "Margin",
      unit: "%",
      decimals: 5,
      min: leastMargin,
      max: "100",
      hint: "From the next 17:00 in New York.",
    },
  }) as const;

export const TERM_FIELDS = {
  plan: {
    price,
    isOffered: offered("On sale", "Running contracts go on either way."),
  },
  item: {
    price,
    isOffered: offered("On sale", "Machines that were sold go on either way."),
  },
  fixedInvestment: {
    minimum: bitcoin("Minimum"),
    termDays: { label: "Term", unit: "days", decimals: 0, min: "1", max: "730" },
    isOffered: openForMoney,
  },
  flexibleInvestment: { minimum: bitcoin("Minimum"), isOffered: openForMoney },
  staking: { minimum: bitcoin("Minimum"), isOffered: openForMoney },
  withdrawal: {
    minimum: bitcoin("Least at a time", {
      hint: "The fee and what the network does not relay are added to it anyway.",
    }),
    maximum: bitcoin("Most at a time", { min: "0.001" }),
    daily: bitcoin("Most in 24 hours", { min: "0.001", max: "10000" }),
  },
  faucet: {
    least: bitcoin("Least at a time", { min: "0.00001", max: "1" }),
    daily: bitcoin("Most a day (UTC)", { min: "0.0001", max: "10" }),
    waitMinutes: {
      label: "Pause between two grants",
      unit: "minutes",
      decimals: 0,
      min: "0",
      max: "1440",
    },
    networkAccounts: {
      label: "Accounts of one network a day",
      unit: "",
      decimals: 0,
      min: "1",
      max: "1000000",
      hint: "One IPv4 address or IPv6 /64 gets what this many accounts get. A /56 gets twice as much, a /48 four times.",
    },
    totalDaily: bitcoin("Most a day (UTC) for all together", { min: "0.01", max: "100000" }),
  },
  fee: {
    fee: bitcoin("Posted fee", { min: "0.00001", max: "0.001" }),
    isEstimated: {
      label: "Node's estimate",
      unit: "",
      decimals: 0,
      min: "0",
      max: "1",
      words: ["yes", "no"],
      hint: "Charges what the node estimates for 250 virtual bytes: at least 0.00001 BTC and never more than the posted fee.",
    },
    supportEach: bitcoin("Support each", {
      min: "0",
      max: "0.0002",
      hint: "What the house adds to one miner's fee when only many small coins are left.",
    }),
    supportDaily: bitcoin("Support in 24 hours", {
      hint: "For one user, all withdrawals together.",
      min: "0",
      max: "0.01",
    }),
  },
  consolidation: {
    rateMax: {
      label: "Up to a fee of",
      unit: "sat/vB",
      decimals: 0,
      min: "0",
      max: "20",
      hint: "Small coins are joined while miners ask for no more than that; 0 joins none.",
    },
    coins: {
      label: "From so many small coins",
      unit: "",
      decimals: 0,
      min: "20",
      max: "100000",
      hint: "Half of them are joined at a time, 50 at most; the others can pay meanwhile.",
    },
    small: bitcoin("Small is below", { min: "0.0001", max: "1" }),
  },
  cold: {
    ceiling: bitcoin("Ceiling of the hot wallet", {
      min: "0.001",
      max: "1000000",
      hint: "Above it coins go to the descriptor of the cold part. Coins count that any payment could be made of.",
    }),
    keep: bitcoin("Kept hot then", {
      min: "0.001",
      max: "1000000",
      hint: "So many stay when coins go, so that they do not go again with the next deposit.",
    }),
    rateMax: {
      label: "Up to a fee of",
      unit: "sat/vB",
      decimals: 0,
      min: "0",
      max: "20",
      hint: "Coins go while miners ask for no more than that; 0 sends none.",
    },
  },
  review: {
    one: bitcoin("Waits for an administrator from", { max: "10000" }),
    two: bitcoin("Waits for two from", { max: "10000" }),
  },
  forexDesk: {
    markUp: percent("Mark-up a year", {
      min: "0.8",
      max: "10",
      hint: "On positions that are held over 17:00 in New York, from the next one.",
    }),
    conversionCost: percent("Cost of conversion", {
      min: "0",
      max: "5",
      hint: "Of coins that are changed into dollars of the desk, and back.",
    }),
    isOpen: offered("Takes orders", "Positions keep their stops either way."),
  },
  forexInterest: {
    ratePerYear: percent("Interest a year", {
      min: "0",
      max: "50",
      hint: "From the next 17:00 in New York. Prices step by it as financing does.",
    }),
  },
  forexMajorPair: pair("3.33333"),
  forexPair: pair("5"),
  poolBlock: {
    shareMicros: {
      label: "Difficulty of a block",
      unit: "",
      decimals: 6,
      min: "0.000001",
      max: "1000000000",
      hint: "Where the platform decides: the next share of this difficulty becomes the block that is due.",
    },
  },
  poolPay: {
    personDaily: bitcoin("Most a day (UTC) for one person", {
      hint: "Work above it is counted and shown, and never paid.",
    }),
    installationDaily: bitcoin("Most a day (UTC) for all together", { max: "10000" }),
  },
  messages: {
    mailsDaily: {
      label: "E-mails in 24 hours",
      unit: "",
      decimals: 0,
      min: "1",
      max: "1000000",
      hint: "Of the whole installation. News uses half at most; mails about security are counted, not stopped.",
    },
    smsDaily: {
      label: "SMS in 24 hours",
      unit: "",
      decimals: 0,
      min: "0",
      max: "100000",
      hint: "Of the whole installation, codes among them.",
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, TermField>>>>;

export type TermKind = keyof typeof TERM_FIELDS;
export type TermName<Kind extends TermKind> = keyof (typeof TERM_FIELDS)[Kind] & string;

/**
 * Changes with which a single administrator could release money. They take effect only after the
 * administrator waiting period. The opposite change takes effect immediately.
 */
export const WAITING_CHANGES = {
  review: { one: "raise", two: "raise" },
  faucet: {
    least: "raise",
    daily: "raise",
    waitMinutes: "lowering",
    networkAccounts: "raise",
    totalDaily: "raise",
  },
  poolPay: { personDaily: "raise", installationDaily: "raise" },
} as const satisfies { readonly [Kind in TermKind]?: Readonly<Record<TermName<Kind>, Waiting>> };

type Waiting = "raise" | "lowering";
export type WaitingKind = keyof typeof WAITING_CHANGES;

export function waitingKind(kind: TermKind): WaitingKind | undefined {
  return kind in WAITING_CHANGES ? (kind as WaitingKind) : undefined;
}
