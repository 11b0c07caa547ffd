/**
 * What an entry of the trail changed, in the words of the pages. Whatever is stored has a word here
 * or is a mere reference.
 */
import { TERM_FIELDS, type TermField } from "#economics";
import { amountText, usdText } from "../../ui/amounts/amount-format.ts";
import { momentText } from "../../ui/time/time-text.ts";

type Facts = Readonly<Record<string, string | number | boolean | null>>;
type Words = (value: Facts[string] | undefined, facts: Facts) => string;

const FACTS: Readonly<Record<string, Words>> = {
  needsConfirmation: (value) => (value === true ? "to be confirmed" : "confirmed"),
  isAdmin: (value) => (value === true ? "Admin" : "User"),
  isDisabled: (value) => (value === true ? "Disabled" : "Active"),
  name: () => "Name changed",
  email: () => "E-mail changed",
  password: () => "Password changed",
  secondFactor: (value) => `second factor ${String(value)}`,
  resetRequest: (value) => `request ${String(value)}`,
  link: (value) => `link: ${String(value)}`,
  product: (value) => String(value),
  signsFrom: (value) => `signs from ${timeText(value)}`,
  othersEndAt: (value) => `the ones before end at ${timeText(value)}`,
  withdrawal: (value) => String(value).slice(0, 16),
  coldDescriptor: (value) => String(value),
  coldReturn: (value) => String(value).slice(0, 16),
  fund: (value) => `to ${String(value)}`,
  amountSats: (value, facts) => btcText(value, "adjustment" in facts),
  debtSats: (value) => `a debt of ${btcText(value, false)}`,
  amountCents: (value) => `${usdText(BigInt(Number(value)), { isSigned: true })} USD`,
  feeSats: (value) => `fee ${btcText(value, false)}`,
  feeRateSatsPerVb: (value) => `to ${String(value)} sat/vB`,
  approvals: (value) => `${String(value)} ${value === 1 ? "approval" : "approvals"}`,
  approvalsRequired: (value) => `${String(value)} required`,
  subject: (value) => String(value),
  network: (value) => `from ${String(value)}`,
  scopes: (value) => `may ${String(value)}`,
  networks: (value) =>
    value === 0 ? "from anywhere" : `from ${String(value)} ${value === 1 ? "network" : "networks"}`,
  sent: (value) => `${String(value)} sent`,
  waited: (value) => `waited: ${String(value)}`,
  found: (value) => `${String(value)} unknown ${value === 1 ? "payment" : "payments"} found`,
  bookedSats: (value) => `${btcText(value, false)} booked as lost`,
  people: (value) => `${String(value)} ${value === 1 ? "reader" : "readers"}`,
  announcement: (value) => (value === "" ? "nothing announced" : `"${String(value)}"`),
  seriesTo: (value) => `series to ${String(value)}`,
  lastHeader: (value) => `headers to block ${String(value)}`,
  pricesTo: (value) => `prices to ${String(value)}`,
  severity: (value) => (value === "warning" ? "Warning" : "Notice"),
  from: (value) => `begins ${timeText(value)}`,
  until: (value) => (value === null ? "no end" : `ends ${timeText(value)}`),
  apyPercent: (value) => `${String(value)} % APY`,
  usdPerBtc: (value) => `${String(value)} USD per BTC`,
  difficulty: (value) => `difficulty ${String(value)}`,
  subsidyBtc: (value) => `${String(value)} BTC subsidy`,
  feesBtc: (value) => `${String(value)} BTC fees`,
  poolFeePercent: (value) => `${String(value)} % pool fee`,
  usdPerKwh: (value) => `${String(value)} USD per kWh`,
  boostUsdPerThsDay: (value) => `${String(value)} USD per boosted TH/s a day`,
};

/** Ids and hashes: they prove which one it was, and say nothing to a reader. */
const REFERENCES: ReadonlySet<string> = new Set([
  "adjustment",
  "approvalHash",
  "key",
  "kind",
  "news",
  "sha256",
  "thread",
  "transfer",
  "version",
]);

/**
 * `User to Admin`, `Name changed`: what differs, in the words of the pages; empty when that says
 * nothing.
 */
export function changeWords(before: Facts, after: Facts): string {
  return Object.entries({ ...FACTS, ...termWords(after["kind"]) })
    .filter(([key]) => key in after && before[key] !== after[key])
    .map(([key, words]) =>
      key in before
        ? `${words(before[key], before)} to ${words(after[key], after)}`
        : words(after[key], after),
    )
    .join(", ");
}

/** The facts that a reader of the entry would not be told, though they are no references. */
export function factsWithoutWords(before: Facts, after: Facts): string[] {
  const said = { ...FACTS, ...termWords(after["kind"]) };
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => !(key in said) && !REFERENCES.has(key));
}

function btcText(sats: Facts[string] | undefined, isSigned: boolean): string {
  const { sign, zeros, digits } = amountText(BigInt(Number(sats)), "BTC", { isSigned });
  return `${sign}${zeros}${digits} BTC`;
}

function timeText(at: Facts[string] | undefined): string {
  return momentText(new Date(String(at)));
}

/** The fields of posted terms by their labels: `Price 99 USD`. */
function termWords(kind: Facts[string] | undefined): typeof FACTS {
  const termFields = Object.entries(TERM_FIELDS).find(([name]) => name === kind);
  const fields = Object.entries<TermField>(termFields?.[1] ?? {});
  return Object.fromEntries(
    fields.map(([name, { label, unit, words }]) => [
      name,
      (value) => {
        const text = String(value);
        if (words) return `${label} ${text === "1" ? words[0] : words[1]}`;
        return unit === "" ? `${label} ${text}` : `${label} ${text} ${unit}`;
      },
    ]),
  );
}
