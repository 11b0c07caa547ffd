/**
 * Describes the change in an audit entry. This file must contain every stored fact, either with a
 * text or in the list of references.
 */
import { TERM_FIELDS, type TermField } from "#economics";
import { amountText, usdText } from "../../ui/amounts/amount-format.ts";
import { countText } from "../../ui/amounts/count-text.ts";
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
  signsFrom: (value) => `can sign from ${timeText(value)}`,
  othersEndAt: (value) => `older ones end at ${timeText(value)}`,
  withdrawal: (value) => String(value).slice(0, 16),
  coldDescriptor: (value) => String(value),
  coldProof: (value) => String(value).slice(0, 16),
  coldScripts: (value) => countText(String(value), "address", "addresses"),
  coldReturn: (value) => String(value).slice(0, 16),
  fund: (value) => `to ${String(value)}`,
  amountSats: (value, facts) => btcText(value, "adjustment" in facts),
  debtSats: (value) => `a debt of ${btcText(value, false)}`,
  amountCents: (value) => `${usdText(BigInt(Number(value)), { isSigned: true })} USD`,
  feeSats: (value) => `fee ${btcText(value, false)}`,
  feeRateSatsPerVb: (value) => `to ${String(value)} sat/vB`,
  approvals: (value) => countText(String(value), "approval"),
  approvalsRequired: (value) => `${String(value)} required`,
  subject: (value) => String(value),
  network: (value) => `from ${String(value)}`,
  scopes: (value) => `scopes: ${String(value)}`,
  networks: (value) =>
    value === 0 ? "from any network" : `from ${countText(String(value), "network")}`,
  sent: (value) => `${String(value)} sent`,
  waited: (value) => `waited: ${String(value)}`,
  found: (value) => `${countText(String(value), "unknown payment")} found`,
  bookedSats: (value) => `${btcText(value, false)} booked as lost`,
  people: (value) => countText(String(value), "recipient"),
  announcement: (value) => (value === "" ? "no announcement" : `"${String(value)}"`),
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
  boostUsdPerThsDay: (value) => `${String(value)} USD per boosted TH/s and day`,
};

/** Facts that are ids or hashes. They only identify the changed object and are not shown. */
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
 * Describes the changed facts, such as `User to Admin` or `Name changed`. Empty if no changed fact
 * has a text.
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

/**
 * Returns facts that have no text and are not references. A test requires the result to be empty.
 */
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

/** Returns the texts of posted terms by label, such as `Price 99 USD`. */
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
