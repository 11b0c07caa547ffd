/**
 * Prices, terms and limits that administrators can set: the fields of each kind with their bounds,
 * and the changes that take effect only after a waiting period.
 */
export interface TermField {
  readonly label: string;
  /** Unit of the text. Values are stored in units of 10^-decimals. */
  readonly unit: "USD" | "BTC" | "days" | "minutes" | "%" | "pips" | "sat/vB" | "";
  readonly decimals: number;
  /** `min` and `max` are inclusive bounds as decimal text. */
  readonly min: string;
  readonly max: string;
  /** Labels of a switch: the first label for 1, the second for 0. */
  readonly words?: readonly [yes: string, no: string];
  /** Explains the value's effect if the label is not enough. */
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

/** Defines a field for an amount in BTC. `min` defaults to one satoshi. */
const bitcoin = <Label extends string>(
  label: Label,
  more: { readonly min?: string; readonly max?: string; readonly hint?: string } = {},
) => ({ label, unit: "BTC", decimals: 8, min: "0.00000001", max: "1000", ...more }) as const;

const openForMoney = offered(
  "Open for new money",
  "Open positions continue in any case and are paid as promised.",
);

const percent = (label: string, field: { min: string; max: string; hint?: string }) =>
  ({ label, unit: "%", decimals: 4, ...field }) as const;

/**
 * Defines a currency pair's fields. `leastMargin` is ESMA's minimum margin rate for this kind of
 * pair.
 */
const pair = (leastMargin: string) =>
  ({
    spread: {
      label: "Spread",
      unit: "pips",
      decimals: 1,
      min: "0.1",
      max: "200",
      hint: "In quiet hours. A market day keeps the spread with which it began at 17:00 New York time.",
    },
    marginRate: {
      label: "Margin",
      unit: "%",
      decimals: 5,
      min: leastMargin,
      max: "100",
      hint: "Takes effect at the next 17:00 New York time.",
    },
  }) as const;

export const TERM_FIELDS = {
  plan: {
    price,
    isOffered: offered("On sale", "Running contracts continue in any case."),
  },
  item: {
    price,
    isOffered: offered("On sale", "Rigs already sold continue in any case."),
  },
  fixedInvestment: {
    minimum: bitcoin("Minimum"),
    termDays: { label: "Term", unit: "days", decimals: 0, min: "1", max: "730" },
    isOffered: openForMoney,
  },
  flexibleInvestment: { minimum: bitcoin("Minimum"), isOffered: openForMoney },
  staking: { minimum: bitcoin("Minimum"), isOffered: openForMoney },
  withdrawal: {
    minimum: bitcoin("Minimum per request", {
      hint: "The fee and the network's dust limit are always added.",
    }),
    maximum: bitcoin("Maximum per request", { min: "0.001" }),
    daily: bitcoin("Maximum in 24 hours", { min: "0.001", max: "10000" }),
  },
  faucet: {
    least: bitcoin("Minimum per request", { min: "0.00001", max: "1" }),
    daily: bitcoin("Daily maximum (UTC)", { min: "0.0001", max: "10" }),
    waitMinutes: {
      label: "Pause between two grants",
      unit: "minutes",
      decimals: 0,
      min: "0",
      max: "1440",
    },
    networkAccounts: {
      label: "Accounts per network and day",
      unit: "",
      decimals: 0,
      min: "1",
      max: "1000000",
      hint: "An IPv4 address or IPv6 /64 gets the allowance of this many accounts. A /56 gets twice as much, a /48 four times.",
    },
    totalDaily: bitcoin("Daily maximum (UTC) for all users", { min: "0.01", max: "100000" }),
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
      hint: "Charges the node's estimate for 250 virtual bytes: at least 0.00001 BTC, at most the posted fee.",
    },
    supportEach: bitcoin("Support per payment", {
      min: "0",
      max: "0.0002",
      hint: "The platform adds this to one miner's fee if only many small coins are left.",
    }),
    supportDaily: bitcoin("Support in 24 hours", {
      hint: "For all withdrawals of one user.",
      min: "0",
      max: "0.01",
    }),
  },
  consolidation: {
    rateMax: {
      label: "Maximum fee rate",
      unit: "sat/vB",
      decimals: 0,
      min: "0",
      max: "20",
      hint: "Small coins are consolidated at up to this fee rate. 0 switches consolidation off.",
    },
    coins: {
      label: "Minimum number of small coins",
      unit: "",
      decimals: 0,
      min: "20",
      max: "100000",
      hint: "Half of them are consolidated at a time, at most 50. The others stay available for payments.",
    },
    small: bitcoin("Small coins are below", { min: "0.0001", max: "1" }),
  },
  cold: {
    ceiling: bitcoin("Ceiling of the hot wallet", {
      min: "0.001",
      max: "1000000",
      hint: "Coins above it go to the cold wallet's descriptor. Only coins that can be spent now count.",
    }),
    keep: bitcoin("Amount kept hot", {
      min: "0.001",
      max: "1000000",
      hint: "This much stays after a transfer, so that the next deposit does not start another one.",
    }),
    rateMax: {
      label: "Maximum fee rate",
      unit: "sat/vB",
      decimals: 0,
      min: "0",
      max: "20",
      hint: "Coins are sent at up to this fee rate. 0 switches transfers off.",
    },
  },
  review: {
    one: bitcoin("Threshold for one administrator", { max: "10000" }),
    two: bitcoin("Threshold for two administrators", { max: "10000" }),
  },
  forexDesk: {
    markUp: percent("Yearly mark-up", {
      min: "0.8",
      max: "10",
      hint: "On positions held over 17:00 New York time, from the next one.",
    }),
    conversionCost: percent("Conversion cost", {
      min: "0",
      max: "5",
      hint: "For converting coins to desk dollars and back.",
    }),
    isOpen: offered("Accepts orders", "Positions keep their stops in any case."),
  },
  forexInterest: {
    ratePerYear: percent("Yearly interest", {
      min: "-5",
      max: "50",
      hint: "Takes effect at the next 17:00 New York time. Prices then step by the same amount as financing.",
    }),
  },
  forexMajorPair: pair("3.33333"),
  forexPair: pair("5"),
  poolBlock: {
    shareMicros: {
      label: "Block difficulty",
      unit: "",
      decimals: 6,
      min: "0.000001",
      max: "1000000000",
      hint: "On regtest, the next share with this difficulty becomes the due block.",
    },
  },
  poolPay: {
    personDaily: bitcoin("Daily maximum (UTC) per user", {
      hint: "Work above it is counted and shown, but never paid.",
    }),
    installationDaily: bitcoin("Daily maximum (UTC) for all users", { max: "10000" }),
  },
  messages: {
    mailsDaily: {
      label: "E-mails in 24 hours",
      unit: "",
      decimals: 0,
      min: "1",
      max: "1000000",
      hint: "For the whole installation. News uses at most half. Security e-mails are counted but never held back.",
    },
    smsDaily: {
      label: "SMS in 24 hours",
      unit: "",
      decimals: 0,
      min: "0",
      max: "100000",
      hint: "For the whole installation, including codes.",
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, TermField>>>>;

export type TermKind = keyof typeof TERM_FIELDS;
export type TermName<Kind extends TermKind> = keyof (typeof TERM_FIELDS)[Kind] & string;

/**
 * Changes with which a single administrator could release money. Such changes take effect only
 * after the administrator waiting period. The opposite changes take effect immediately.
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
