/**
 * Compares the published figures with the public log, in which they cannot be changed later. Pure.
 */
import { canonicalJson } from "#log";
import { utcText } from "#platform";
import { commitmentOf } from "#market";
import { failed, notChecked, ok, type Check } from "#receipts";
import type { Transparency } from "../read-transparency.ts";
import type { LoggedFact } from "./check-log.ts";
import type { MarketDay } from "./check-days.ts";
import type { Proof } from "./checks.ts";

/** Facts this young may not be in the log yet. */
const YOUNG_MS = 120_000;
/** Terms may be logged this long after they were posted, for example during an outage. */
const LATE_MS_MAX = 3_600_000;

/** Figures that the installation shows outside the log. */
export interface Shown {
  readonly page: Transparency;
  readonly proof: Proof | undefined;
  /** Earlier proofs whose messages key holders of the cold wallet signed. */
  readonly signedProofs: readonly Proof[];
  readonly days: readonly MarketDay[];
  readonly now: Date;
}

/** A shown value, and how its leaf must look. */
interface Expected {
  readonly what: string;
  readonly since: Date;
  readonly fact: Readonly<Record<string, unknown>>;
}

export function checkFacts(facts: readonly LoggedFact[] | undefined, shown: Shown): Check {
  const name = "facts in the log";
  const [origin] = facts ?? [];
  if (!facts || !origin) return notChecked(name, "no public log is published yet");
  const early = facts.find(isEarly);
  if (early) return failed(name, `a leaf of ${early.loggedAt} names a later time`);
  const last = facts.at(-1)?.loggedAt ?? "";
  if (Date.parse(last) - shown.now.getTime() > LATE_MS_MAX)
    return failed(name, `the newest leaf is of ${last}, which is in the future`);
  const all = expectedFacts(shown);
  const future = all.find(
    ({ since, fact }) =>
      fact["kind"] !== "incident" && since.getTime() - shown.now.getTime() > YOUNG_MS,
  );
  if (future) return failed(name, `${future.what} is of ${utcText(future.since)}, in the future`);
  const doubt = doubtedSince(shown.page);
  const expectedUntil = Math.min(shown.now.getTime(), doubt?.getTime() ?? Infinity) - YOUNG_MS;
  const expected = all.filter(({ since }) => since.getTime() < expectedUntil);
  const leaves = new Map<string, LoggedFact>();
  for (const fact of facts) leaves.set(keyOf(fact), fact);
  // An old message could be published again with a newer date. Its root is then in the log twice.
  const rootsOf = (root: string) =>
    facts.filter((one) => one.kind === "proof" && one["root"] === root);
  const again = shown.signedProofs.find(({ root }) => rootsOf(root).length > 1);
  if (again) return failed(name, `the root of the proof ${again.id} is in several proofs`);
  for (const { what, fact } of expected) {
    const leaf = leaves.get(keyOf(fact));
    if (!leaf) return failed(name, `${what} is not in the log with the same values`);
    if (isBackdated(leaf, origin) && !wasDown(facts, new Date(String(fact["validFrom"]))))
      return failed(name, `${what} was logged at ${leaf.loggedAt}, after it was valid`);
  }
  const text = `${expected.length} published facts are in the log with the same values`;
  if (doubt)
    return notChecked(name, `${text}, but the platform doubts its clock since ${utcText(doubt)}`);
  // Each visitor could be shown facts of their own that are always too young to be in the log.
  const waiting = all.find(({ fact }) => !leaves.has(keyOf(fact)));
  return waiting
    ? notChecked(name, `${text}, but ${waiting.what} is not there yet. Try again in two minutes`)
    : ok(name, text);
}

/** Nothing is logged from then on, until an administrator confirms the clock. */
function doubtedSince({ incidents }: Transparency): Date | undefined {
  return incidents.find(({ kind, endedAt }) => kind === "pay_paused" && !endedAt)?.startedAt;
}

function expectedFacts({ page, proof, signedProofs }: Shown): Expected[] {
  const { reference, terms, incidents } = page;
  return [
    ...[...(proof ? [proof] : []), ...signedProofs].map((one) => ({
      what: `the proof ${one.id}`,
      since: one.takenAt,
      fact: proofFact(one),
    })),
    ...terms.map(({ name: _name, kind, validFrom, ...term }) => ({
      what: `the term ${kind} of ${term.subject}`,
      since: validFrom,
      fact: { ...term, kind: "terms", termKind: kind, validFrom: validFrom.toISOString() },
    })),
    {
      what: "the reference values",
      since: reference.validFrom,
      fact: {
        ...reference,
        kind: "reference",
        subsidySats: String(reference.subsidySats),
        feesSats: String(reference.feesSats),
        validFrom: reference.validFrom.toISOString(),
      },
    },
    ...incidents.flatMap(({ id, kind, detail, startedAt, endedAt }) => {
      const fact = { kind: "incident", incident: id, incidentKind: kind };
      const what = `the incident ${id} (${kind})`;
      const begun = {
        what,
        since: startedAt,
        fact: { ...fact, detail, startedAt: startedAt.toISOString() },
      };
      if (!endedAt) return [begun];
      return [begun, { what, since: endedAt, fact: { ...fact, endedAt: endedAt.toISOString() } }];
    }),
  ];
}

function proofFact({ id, height, blockHash, takenAt, leaves, root, sumSats, ledgerSats }: Proof) {
  return {
    kind: "proof",
    id,
    height,
    blockHash,
    takenAt: takenAt.toISOString(),
    leaves,
    root,
    sumSats: String(sumSats),
    ledgerSats: String(ledgerSats),
  };
}

/** Two facts are the same if all fields but the time of the leaf are. */
function keyOf({ loggedAt: _loggedAt, ...fact }: Readonly<Record<string, unknown>>): string {
  return canonicalJson(fact);
}

/**
 * A proof is taken before it is logged, so a log cannot have been written at an earlier time than
 * its proofs name. Incidents can have wrong times, because some record a clock that jumped.
 */
function isEarly({ loggedAt, takenAt }: LoggedFact): boolean {
  return typeof takenAt === "string" && Date.parse(takenAt) - Date.parse(loggedAt) > LATE_MS_MAX;
}

/** Facts from before the log were logged when the log began. Later facts are logged at once. */
function isBackdated({ loggedAt, kind, ...fact }: LoggedFact, origin: LoggedFact): boolean {
  const validFrom = fact["validFrom"];
  if ((kind !== "terms" && kind !== "reference") || typeof validFrom !== "string") return false;
  const lateMs = Date.parse(loggedAt) - Date.parse(validFrom);
  return lateMs > LATE_MS_MAX && Date.parse(loggedAt) - Date.parse(origin.loggedAt) > LATE_MS_MAX;
}

/** Checks that each published seed was committed to in the log before its day. */
export function checkLoggedSeeds(
  facts: readonly LoggedFact[] | undefined,
  { days, now }: Shown,
): Check {
  const name = "seeds in the log";
  const [origin] = facts ?? [];
  if (!facts || !origin) return notChecked(name, "no public log is published yet");
  const commitments = factsByDate(facts, "commitment");
  const seeds = factsByDate(facts, "seed");
  const logged = days.filter(({ opensAt }) => opensAt.toISOString() > origin.loggedAt);
  let verified = 0;
  for (const { date, opensAt, closesAt, commitment, seed } of logged) {
    const leaf = commitments.get(date);
    if (!leaf) return failed(name, `the commitment of ${date} is not in the log`);
    if (leaf["commitment"] !== commitment)
      return failed(name, `the log has another commitment of ${date}`);
    if (leaf.loggedAt > opensAt.toISOString() && !wasDown(facts, opensAt))
      return failed(name, `the commitment of ${date} was logged after the day had begun`);
    if (seed === null) continue;
    if (commitmentOf(Buffer.from(seed, "hex")) !== leaf["commitment"])
      return failed(name, `the seed of ${date} is not the one that was committed to`);
    if (now.getTime() - closesAt.getTime() > YOUNG_MS && seeds.get(date)?.["seed"] !== seed)
      return failed(name, `the seed of ${date} is not in the log`);
    verified += 1;
  }
  const text = `${logged.length} commitments were logged before their days, ${verified} with a seed`;
  return logged.length === 0
    ? notChecked(name, "no trading day began after the log")
    : ok(name, text);
}

/**
 * Returns whether nothing could be logged at this time: an incident in the log shows that the
 * platform was down, or that it doubted its clock.
 */
function wasDown(facts: readonly LoggedFact[], time: Date): boolean {
  const outages = facts.filter(({ incidentKind }) => SILENT.has(String(incidentKind)));
  return outages.some(({ incident, startedAt }) => {
    const end = outages.find((one) => one["incident"] === incident && "endedAt" in one);
    const at = time.toISOString();
    return typeof startedAt === "string" && startedAt <= at && at <= String(end?.["endedAt"]);
  });
}

const SILENT: ReadonlySet<string> = new Set(["outage", "pay_paused"]);

function factsByDate(facts: readonly LoggedFact[], kind: string): Map<string, LoggedFact> {
  return new Map(
    facts.filter((fact) => fact.kind === kind).map((fact) => [String(fact["date"]), fact]),
  );
}
