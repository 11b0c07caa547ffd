/**
 * What administrators may set of prices, terms and limits: the fields of each kind, their bounds,
 * and the sentence that says why a value is refused. Browser and server share it. A step of more
 * than a factor of 10 has to be typed a second time.
 */
import { formatScaled, parseScaled } from "./scaled-decimal.ts";

export interface TermField {
  readonly label: string;
  /** Of the text; the value itself counts the smallest unit, 10^-decimals of it. */
  readonly unit: "USD" | "BTC" | "days" | "minutes" | "%" | "pips" | "sat/vB" | "";
  readonly decimals: number;
  /** Decimal text, both allowed. */
  readonly min: string;
  readonly max: string;
  /** A switch is 1 for its first word, 0 for its second. */
  readonly words?: readonly [yes: string, no: string];
  /** What the value does, where the label does not say it. */
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

/** `min` is a satoshi unless told. */
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

/** `leastMargin`: ESMA's rate of such a pair. */
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
      hint: "Half of them are joined at a time, 200 at most; the others can pay meanwhile.",
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
 * The changes by which one administrator alone could let money go: such a raise, or lowering,
 * counts only after the administrators' waiting time, the other way counts at once.
 */
export const WAITING_CHANGES = {
  review: { one: "raise", two: "raise" },
  faucet: { least: "raise", daily: "raise", waitMinutes: "lowering" },
  poolPay: { personDaily: "raise", installationDaily: "raise" },
} as const satisfies { readonly [Kind in TermKind]?: Readonly<Record<TermName<Kind>, Waiting>> };

type Waiting = "raise" | "lowering";
export type WaitingKind = keyof typeof WAITING_CHANGES;

export function waitingKind(kind: TermKind): WaitingKind | undefined {
  return kind in WAITING_CHANGES ? (kind as WaitingKind) : undefined;
}

/** Values in the smallest unit of each field, by its name. */
export type TermValues = Readonly<Record<string, bigint>>;
/** The same as decimal text, as people read and type it. */
export type TermTexts = Readonly<Record<string, string>>;

const JUMP_FACTOR = 10n;

export function termFields(kind: TermKind): [name: string, field: TermField][] {
  return Object.entries<TermField>(TERM_FIELDS[kind]);
}

export function termTexts(kind: TermKind, values: TermValues): TermTexts {
  return Object.fromEntries(
    termFields(kind).map(([name, { decimals }]) => [
      name,
      formatScaled(values[name] ?? 0n, decimals),
    ]),
  );
}

/** Each field must be a valid text: ask `termFaults` first. */
export function termValues(kind: TermKind, texts: TermTexts): TermValues {
  return Object.fromEntries(
    termFields(kind).map(([name, { decimals }]) => [
      name,
      parseScaled(texts[name] ?? "", decimals),
    ]),
  );
}

/** Why these may not be set, by field; an empty object is right. */
export function termFaults(kind: TermKind, texts: TermTexts): Readonly<Record<string, string>> {
  const faults = termFields(kind)
    .map(([name, field]) => [name, fieldFault(field, texts[name])] as const)
    .filter((entry): entry is readonly [string, string] => entry[1] !== undefined);
  return faults.length > 0 ? Object.fromEntries(faults) : orderFaults(kind, texts);
}

function fieldFault(field: TermField, text: string | undefined): string | undefined {
  const { label, unit, decimals, min, max } = field;
  const value = scaled(text ?? "", decimals);
  const words = unit === "" ? "" : ` ${unit}`;
  if (value === undefined)
    return decimals === 0
      ? `${label} must be a whole number.`
      : `${label} must be a number with at most ${decimals} decimals and a dot.`;
  if (value < parseScaled(min, decimals)) return `${label} must be at least ${min}${words}.`;
  if (value > parseScaled(max, decimals)) return `${label} must be at most ${max}${words}.`;
  return undefined;
}

/** Pairs of one kind: the first may not exceed the second. */
const ASCENDING = [
  ["minimum", "maximum"],
  ["maximum", "daily"],
  ["least", "daily"],
  ["personDaily", "installationDaily"],
  ["supportEach", "supportDaily"],
  ["one", "two"],
  ["keep", "ceiling"],
] as const;

function orderFaults(kind: TermKind, texts: TermTexts): Record<string, string> {
  const values = termValues(kind, texts);
  const fields = new Map(termFields(kind));
  for (const [lower, upper] of ASCENDING) {
    const [low, high] = [values[lower], values[upper]];
    const [first, second] = [fields.get(lower), fields.get(upper)];
    if (low === undefined || high === undefined || low <= high) continue;
    if (first && second)
      return { [lower]: `${first.label} must not be above ${second.label.toLowerCase()}.` };
  }
  return {};
}

/**
 * Names of the fields that change by more than a factor of 10, up or down. Switches and zeros have
 * no factor.
 */
export function termJumps(kind: TermKind, present: TermValues, next: TermValues): string[] {
  return termFields(kind)
    .filter(([name, { words }]) => {
      const [was, is] = [present[name] ?? 0n, next[name] ?? 0n];
      if (words || was === 0n || is === 0n) return false;
      return is > was * JUMP_FACTOR || is * JUMP_FACTOR < was;
    })
    .map(([name]) => name);
}

/** What a change comes to: the values to set, or the first sentence against it. */
export type TermVerdict =
  | { readonly values: TermValues }
  | { readonly fault: string }
  /** Labels of the fields whose new value was not typed a second time. */
  | { readonly jump: string };

export function judgeTerms(
  kind: TermKind,
  present: TermValues,
  change: { readonly texts: TermTexts; readonly typedAgain: TermTexts },
): TermVerdict {
  const { texts, typedAgain } = change;
  const [fault] = Object.values(termFaults(kind, texts));
  if (fault !== undefined) return { fault };
  const values = termValues(kind, texts);
  const fields = new Map(termFields(kind));
  const open = termJumps(kind, present, values).filter(
    (name) => scaled(typedAgain[name] ?? "", fields.get(name)?.decimals ?? 0) !== values[name],
  );
  if (open.length === 0) return { values };
  return { jump: open.map((name) => fields.get(name)?.label ?? name).join(", ") };
}

function scaled(text: string, decimals: number): bigint | undefined {
  try {
    return parseScaled(text, decimals);
  } catch {
    return undefined;
  }
}
