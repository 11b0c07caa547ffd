/** Tests that the outsider's command names a log that was cut, changed or backdated. */
import { createHash } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { expect, test } from "vitest";
import {
  canonicalJson,
  cosign,
  formatCheckpoint,
  formatVkey,
  hashLeaf,
  LOG_KEY,
  parseCheckpoint,
  parseNote,
  publicKeyOf,
  rootOfLeaves,
  signNote,
  TILE_WIDTH,
  tileLevels,
  WITNESS_KEY,
} from "#log";
import { GENESIS_HASHES } from "#bitcoin";
import { PRACTICE_LABEL } from "#platform";
import type { Transparency } from "../read-transparency.ts";
import { checkFacts, checkLoggedSeeds, type Shown } from "./check-facts.ts";
import {
  checkHistory,
  checkStatement,
  checkTree,
  checkWitnesses,
  headOf,
  parseFacts,
} from "./check-log.ts";
import { failed } from "#receipts";
import type { MarketDay } from "./check-days.ts";
import { mayReplace } from "./kept-head.ts";
import type { Practice, Proof } from "./checks.ts";
import type { PublishedLog } from "./read-log.ts";

const ORIGIN = "hashfloor/aa/1";
const SECRET = new Uint8Array(32).fill(1);
const WITNESS_SECRET = new Uint8Array(32).fill(2);
const BEGUN = "2026-05-01T00:00:00.000Z";
const NOW = new Date("2026-05-05T12:00:00Z");
const SEED = "5e".repeat(32);
const COMMITMENT = createHash("sha256").update(Buffer.from(SEED, "hex")).digest("hex");

const keyOf = (name: string, secret = SECRET) => ({
  name,
  algorithm: LOG_KEY,
  publicKey: publicKeyOf(secret),
});
const witness = {
  name: "witness.example/w",
  algorithm: WITNESS_KEY,
  publicKey: publicKeyOf(WITNESS_SECRET),
};

type Fact = Readonly<Record<string, unknown>>;

const proof: Proof = {
  id: "prf_1",
  height: 7,
  blockHash: "ab".repeat(32),
  takenAt: new Date("2026-05-04T00:00:00Z"),
  leaves: 4,
  root: "cd".repeat(32),
  sumSats: 12n,
  ledgerSats: 10n,
};

const page = {
  reference: {
    rateUsdPerBtc: "90000",
    subsidySats: 312_500_000n,
    feesSats: 0n,
    validFrom: new Date("2026-05-02T00:00:00Z"),
    source: "posted",
  },
  terms: [
    {
      kind: "fee",
      subject: "withdrawal",
      name: "Withdrawal",
      values: { feeSats: "100" },
      validFrom: new Date("2026-05-03T00:00:00Z"),
      source: "posted",
    },
  ],
  incidents: [
    {
      id: "9",
      kind: "outage",
      detail: "Down.",
      startedAt: new Date("2026-05-02T01:00:00Z"),
      endedAt: new Date("2026-05-02T02:00:00Z"),
    },
  ],
} as unknown as Transparency;

const day = {
  date: "2026-05-04",
  opensAt: new Date("2026-05-03T21:00:00Z"),
  closesAt: new Date("2026-05-04T21:00:00Z"),
  commitment: COMMITMENT,
  seed: SEED,
} as unknown as MarketDay;

const shown: Shown = { page, proof, signedProofs: [], days: [day], now: NOW };

/** The facts of an honest log, in their order. */
function honestFacts(): Fact[] {
  return [
    { kind: "origin", origin: ORIGIN, previous: null, loggedAt: BEGUN },
    { kind: "commitment", date: "2026-05-04", commitment: COMMITMENT, loggedAt: BEGUN },
    {
      kind: "reference",
      rateUsdPerBtc: "90000",
      subsidySats: "312500000",
      feesSats: "0",
      validFrom: "2026-05-02T00:00:00.000Z",
      source: "posted",
      loggedAt: "2026-05-02T00:00:05.000Z",
    },
    {
      kind: "incident",
      incident: "9",
      incidentKind: "outage",
      detail: "Down.",
      startedAt: "2026-05-02T01:00:00.000Z",
      loggedAt: "2026-05-02T02:00:05.000Z",
    },
    {
      kind: "incident",
      incident: "9",
      incidentKind: "outage",
      endedAt: "2026-05-02T02:00:00.000Z",
      loggedAt: "2026-05-02T02:00:05.000Z",
    },
    {
      kind: "terms",
      termKind: "fee",
      subject: "withdrawal",
      values: { feeSats: "100" },
      validFrom: "2026-05-03T00:00:00.000Z",
      source: "posted",
      loggedAt: "2026-05-03T00:00:05.000Z",
    },
    {
      kind: "proof",
      ...proof,
      takenAt: "2026-05-04T00:00:00.000Z",
      sumSats: "12",
      ledgerSats: "10",
      loggedAt: "2026-05-04T00:00:05.000Z",
    },
    { kind: "seed", date: "2026-05-04", seed: SEED, loggedAt: "2026-05-04T21:00:05.000Z" },
  ];
}

interface Made {
  readonly log: PublishedLog;
  readonly practice: Practice;
}

/** Publishes a log with these facts, as an installation does. */
function publish(facts: readonly Fact[], { origin = ORIGIN, secret = SECRET } = {}): Made {
  const bodies = facts.map((fact) => new TextEncoder().encode(canonicalJson(fact)));
  const key = keyOf(origin, secret);
  const checkpoint = { origin, size: bodies.length, root: rootOfLeaves(bodies.map(hashLeaf)) };
  const text = formatCheckpoint(checkpoint);
  const cosigned = cosign(text, witness, { secretKey: WITNESS_SECRET, at: NOW });
  const signed = `${signNote(text, key, secret)}${cosigned}\n`;
  const note = parseNote(signed);
  const read = note && parseCheckpoint(note.text);
  if (!note || !read) throw new Error("not a checkpoint");
  const tiles: Uint8Array[][] = [];
  let hashes = bodies.map(hashLeaf);
  for (let level = 0; level < tileLevels(bodies.length); level += 1) {
    const at = (tile: number) => hashes.slice(tile * TILE_WIDTH, (tile + 1) * TILE_WIDTH);
    const count = Math.ceil(hashes.length / TILE_WIDTH);
    tiles.push(Array.from({ length: count }, (_, tile) => Buffer.concat(at(tile))));
    const full = Math.floor(hashes.length / TILE_WIDTH);
    hashes = Array.from({ length: full }, (_, tile) => rootOfLeaves(at(tile)));
  }
  const root = Buffer.from(checkpoint.root).toString("hex");
  const statement = {
    practice: true as const,
    label: PRACTICE_LABEL,
    network: "regtest",
    genesisHash: GENESIS_HASHES.regtest,
    tipHeight: 7,
    tipHash: null,
    version: "1",
    log: { vkey: formatVkey(key), origin, size: bodies.length, root, checkpoint: signed },
    proof: { id: proof.id, height: 7, root: proof.root, sumSats: 12n },
  };
  const wire = { ...statement, proof: { ...statement.proof, sumSats: 12 } };
  const signature = ed25519.sign(new TextEncoder().encode(canonicalJson(wire)), secret);
  const practice = { ...statement, signature: Buffer.from(signature).toString("base64") };
  return { log: { note, checkpoint: read, tiles, bodies }, practice };
}

const factsOf = ({ log }: Made) => parseFacts(log.bodies);
const text = (made: Made) => checkTree(made.practice, made.log).text;

/** Returns the facts with another value in the first fact of this kind. */
function changed(kind: string, change: Fact): Fact[] {
  const facts = honestFacts();
  const index = facts.findIndex((fact) => fact["kind"] === kind);
  facts[index] = { ...facts[index], ...change };
  return facts;
}

test("an honest log passes every check", () => {
  const made = publish(honestFacts());
  const { log, practice } = made;
  expect(checkStatement(practice, proof).state).toBe("ok");
  expect(checkTree(practice, log)).toMatchObject({ state: "ok" });
  expect(checkFacts(factsOf(made), shown)).toMatchObject({ state: "ok" });
  expect(checkLoggedSeeds(factsOf(made), shown)).toMatchObject({ state: "ok" });
  expect(checkHistory(practice, log, headOf(practice.log?.vkey ?? "", log))).toMatchObject({
    state: "ok",
  });
  expect(checkWitnesses(log, [formatVkey(witness)])).toMatchObject({ state: "ok" });
  expect(checkWitnesses(log, [])).toMatchObject({
    state: "not checked",
    text: expect.stringContaining("witness.example/w") as string,
  });
});

test("a long log passes, and a changed hash in any tile is named", () => {
  const many = Array.from({ length: 700 }, (_, index) => ({
    kind: "audit",
    seq: String(index),
    loggedAt: BEGUN,
  }));
  const { log, practice } = publish([...honestFacts().slice(0, 1), ...many]);
  expect(checkTree(practice, log)).toMatchObject({ state: "ok" });
  for (const level of [0, 1]) {
    const tiles = log.tiles.map((own) => own.map((bytes) => Uint8Array.from(bytes)));
    const bytes = tiles[level]?.[0];
    if (bytes) bytes[40] = (bytes[40] ?? 0) ^ 1;
    expect(checkTree(practice, { ...log, tiles })).toMatchObject({
      state: "failed",
      text: `a tile of level ${level} has other hashes`,
    });
  }
});

test("a statement that was changed after signing is named", () => {
  const { practice } = publish(honestFacts());
  const other = { ...practice, label: "Real money" };
  expect(checkStatement(other, proof)).toMatchObject({ state: "failed" });
  const proof12 = practice.proof && { ...practice.proof, sumSats: 11n };
  expect(checkStatement({ ...practice, proof: proof12 }, proof)).toMatchObject({ state: "failed" });
  const shownProof = { ...proof, root: "00".repeat(32) };
  expect(checkStatement(practice, shownProof).text).toContain("another root for the proof");
  expect(checkStatement({ ...practice, signature: null }, proof)).toMatchObject({
    state: "not checked",
  });
});

test("a changed leaf is named", () => {
  const made = publish(honestFacts());
  const bodies = made.log.bodies.map((body) => Uint8Array.from(body));
  const body = bodies[3];
  if (body) body[20] = (body[20] ?? 0) ^ 1;
  expect(text({ ...made, log: { ...made.log, bodies } })).toContain("do not lead to the root");
  expect(text({ ...made, log: { ...made.log, bodies: bodies.slice(1) } })).toContain("leaves, not");
});

test("a checkpoint that another key signed is named", () => {
  const made = publish(honestFacts());
  const forged = publish(honestFacts(), { secret: WITNESS_SECRET });
  expect(checkTree(made.practice, forged.log)).toMatchObject({ state: "failed" });
  expect(checkWitnesses(made.log, [formatVkey({ ...witness, name: "other" })]).state).toBe(
    "failed",
  );
});

test("a leaf that claims an earlier time than the leaf before it is named", () => {
  expect(text(publish(changed("terms", { loggedAt: BEGUN })))).toContain("is older than");
});

test.each(["2", "2026-05-01", "2026-05-01T00:00:00Z", "9"])(
  "a log whose leaves are all of the time %s is named",
  (loggedAt) => {
    const facts = honestFacts().map((fact) => ({ ...fact, loggedAt }));
    expect(text(publish(facts))).toContain("is not canonical JSON of a fact with its time");
    expect(factsOf(publish(facts))).toBeUndefined();
  },
);

test("a log that claims an earlier time than its leaves name is named", () => {
  const facts = honestFacts().map((fact) => ({ ...fact, loggedAt: BEGUN }));
  expect(checkFacts(factsOf(publish(facts)), shown)).toMatchObject({
    state: "failed",
    text: `a leaf of ${BEGUN} names a later time`,
  });
});

test("facts and leaves from the future are named", () => {
  const later = new Date(NOW.getTime() + 7_200_000);
  const late = publish(changed("seed", { loggedAt: later.toISOString() }));
  expect(checkFacts(factsOf(late), shown)).toMatchObject({ state: "failed" });
  const facts = factsOf(publish(honestFacts()));
  const terms = page.terms.map((term) => ({ ...term, validFrom: later }));
  for (const change of [{ proof: { ...proof, takenAt: later } }, { page: { ...page, terms } }])
    expect(checkFacts(facts, { ...shown, ...change }).text).toContain("in the future");
});

test("facts that are too young for the log are not checked until it contains them", () => {
  const young = { ...proof, id: "prf_9", takenAt: new Date(NOW.getTime() - 60_000) };
  const early = checkFacts(factsOf(publish(honestFacts())), { ...shown, proof: young });
  expect(early).toMatchObject({ state: "not checked" });
  expect(early.text).toContain("the proof prf_9 is not there yet");
  const takenAt = young.takenAt.toISOString();
  const leaf = { ...honestFacts()[6], id: "prf_9", takenAt, loggedAt: takenAt };
  const logged = factsOf(publish([...honestFacts(), leaf]));
  expect(checkFacts(logged, { ...shown, proof: young })).toMatchObject({ state: "ok" });
});

test("an old message of the cold wallet with a newer date is named", () => {
  const signedProofs = [{ ...proof, id: "prf_2", takenAt: new Date("2026-05-05T00:00:00Z") }];
  const invented = checkFacts(factsOf(publish(honestFacts())), { ...shown, signedProofs });
  expect(invented.text).toBe("the proof prf_2 is not in the log with the same values");
  const again = { ...honestFacts()[6], id: "prf_2", takenAt: "2026-05-05T00:00:00.000Z" };
  const loggedAt = "2026-05-05T00:00:05.000Z";
  const twice = factsOf(publish([...honestFacts(), { ...again, loggedAt }]));
  expect(checkFacts(twice, { ...shown, signedProofs }).text).toContain("in several proofs");
});

test("a signed statement of a log that is not published is named", () => {
  const { log, practice } = publish(honestFacts());
  expect(checkTree(practice, undefined)).toMatchObject({ state: "failed" });
  expect(checkTree({ ...practice, log: null }, log)).toMatchObject({ state: "not checked" });
});

test("a log without the name of its origin in its first leaf is named", () => {
  expect(text(publish(honestFacts().slice(1)))).toContain("does not name its origin");
});

test.each([
  ["the proof's root", "proof", { root: "ee".repeat(32) }],
  ["a term's values", "terms", { values: { feeSats: "10" } }],
  ["a term's date", "terms", { validFrom: "2026-05-02T00:00:00.000Z" }],
  ["a reference value", "reference", { rateUsdPerBtc: "1" }],
  ["an incident's text", "incident", { detail: "Nothing." }],
])("a page that differs from the log in %s is named", (_, kind, change) => {
  const check = checkFacts(factsOf(publish(changed(kind, change))), shown);
  expect(check).toMatchObject({ state: "failed" });
  expect(check.text).toContain("is not in the log with the same values");
});

test.each(["terms", "reference"])("backdated %s are named", (kind) => {
  const facts = changed(kind, { loggedAt: "2026-05-03T12:00:00.000Z" }).toSorted((a, b) =>
    String(a["loggedAt"]) < String(b["loggedAt"]) ? -1 : 1,
  );
  const check = checkFacts(factsOf(publish(facts)), shown);
  expect(check).toMatchObject({ state: "failed" });
  expect(check.text).toContain("after it was valid");
});

test("a platform that doubts its clock logs later, and says so", () => {
  const [term] = page.terms;
  const paused = {
    id: "10",
    kind: "pay_paused" as const,
    detail: "The clock moved.",
    startedAt: new Date("2026-05-04T12:00:00Z"),
    endedAt: null,
  };
  const posted = { ...term, subject: "deposit", validFrom: new Date("2026-05-04T13:00:00Z") };
  const doubting = { ...page, terms: [posted], incidents: [paused] } as unknown as Transparency;
  const doubtingCheck = checkFacts(factsOf(publish(honestFacts())), { ...shown, page: doubting });
  expect(doubtingCheck).toMatchObject({ state: "not checked" });
  expect(doubtingCheck.text).toContain("doubts its clock since");
  const loggedAt = "2026-05-05T00:00:00.000Z";
  const endedAt = new Date("2026-05-04T23:00:00Z");
  const fact = { kind: "incident", incident: "10", incidentKind: "pay_paused", loggedAt };
  const startedAt = paused.startedAt.toISOString();
  const late = [
    { ...fact, detail: paused.detail, startedAt },
    { ...fact, endedAt: endedAt.toISOString() },
    {
      ...honestFacts()[5],
      subject: "deposit",
      validFrom: posted.validFrom.toISOString(),
      loggedAt,
    },
  ];
  const over = { ...doubting, incidents: [{ ...paused, endedAt }] } as Transparency;
  const confirmed = factsOf(publish([...honestFacts(), ...late]));
  expect(checkFacts(confirmed, { ...shown, page: over })).toMatchObject({ state: "ok" });
  const hidden = factsOf(publish([...honestFacts(), ...late.slice(2)]));
  const unsaid = { ...over, incidents: [] };
  expect(checkFacts(hidden, { ...shown, page: unsaid })).toMatchObject({ state: "failed" });
});

test("terms from before the log are not backdated", () => {
  const late = { loggedAt: BEGUN, validFrom: "2026-04-01T00:00:00.000Z" };
  const facts = changed("terms", late);
  facts.splice(1, 0, ...facts.splice(5, 1));
  const [term] = page.terms;
  const older = { ...term, validFrom: new Date(late.validFrom) };
  const other = { ...shown, page: { ...page, terms: [older] } as Transparency };
  expect(checkFacts(factsOf(publish(facts)), other)).toMatchObject({ state: "ok" });
});

test.each([
  ["is not in the log", { kind: "other" }],
  ["another commitment", { commitment: "00".repeat(32) }],
])("a commitment that %s is named", (words, change) => {
  const check = checkLoggedSeeds(factsOf(publish(changed("commitment", change))), shown);
  expect(check).toMatchObject({ state: "failed" });
  expect(check.text).toContain(words);
});

test("a commitment that was logged after its day began is named", () => {
  const facts = honestFacts().filter(({ kind }) => kind !== "commitment");
  const late = "2026-05-03T21:00:01.000Z";
  facts.splice(5, 0, {
    kind: "commitment",
    date: "2026-05-04",
    commitment: COMMITMENT,
    loggedAt: late,
  });
  expect(checkLoggedSeeds(factsOf(publish(facts)), shown).text).toContain(
    "after the day had begun",
  );
});

test("a commitment that an outage delayed is not a failure", () => {
  const facts = changed("commitment", { loggedAt: "2026-05-03T21:30:05.000Z" }).toSorted((a, b) =>
    String(a["loggedAt"]) < String(b["loggedAt"]) ? -1 : 1,
  );
  expect(checkLoggedSeeds(factsOf(publish(facts)), shown)).toMatchObject({ state: "failed" });
  const down = { kind: "incident", incident: "10", incidentKind: "outage" };
  const loggedAt = "2026-05-05T00:00:00.000Z";
  const outage = [
    { ...down, startedAt: "2026-05-03T20:00:00.000Z", detail: "Down.", loggedAt },
    { ...down, endedAt: "2026-05-03T21:30:00.000Z", loggedAt },
  ];
  const made = publish([...facts, ...outage]);
  expect(checkLoggedSeeds(factsOf(made), shown)).toMatchObject({ state: "ok" });
});

test("another seed than the one that was committed to is named", () => {
  const days = [{ ...day, seed: "00".repeat(32) }];
  const check = checkLoggedSeeds(factsOf(publish(honestFacts())), { ...shown, days });
  expect(check).toMatchObject({ state: "failed" });
});

test("a log that was cut is named", () => {
  const made = publish(honestFacts());
  const cut = publish(honestFacts().slice(0, -1));
  const check = checkHistory(
    cut.practice,
    cut.log,
    headOf(made.practice.log?.vkey ?? "", made.log),
  );
  expect(check).toMatchObject({ state: "failed", text: "the log was cut from 8 to 7 leaves" });
});

test("a log that was rewritten is named", () => {
  const made = publish(honestFacts());
  const other = publish([...changed("terms", { source: "other" }), ...honestFacts().slice(-1)]);
  const check = checkHistory(
    other.practice,
    other.log,
    headOf(made.practice.log?.vkey ?? "", made.log),
  );
  expect(check).toMatchObject({ state: "failed" });
  expect(check.text).toContain("are not those of the earlier verification");
});

test("another key and a missing log are named", () => {
  const made = publish(honestFacts());
  const other = publish(honestFacts(), { secret: WITNESS_SECRET });
  const earlierHead = headOf(made.practice.log?.vkey ?? "", made.log);
  expect(checkHistory(other.practice, other.log, earlierHead).text).toContain("was replaced");
  expect(checkHistory(made.practice, undefined, earlierHead)).toMatchObject({ state: "failed" });
  expect(checkHistory(made.practice, made.log, undefined)).toMatchObject({ state: "not checked" });
});

test("a new origin is named with the head of the old log", () => {
  const made = publish(honestFacts());
  const earlierHead = headOf(made.practice.log?.vkey ?? "", made.log);
  const origin = "hashfloor/aa/2";
  const begin = (previous: unknown) =>
    publish([{ kind: "origin", origin, previous, loggedAt: BEGUN }], { origin });
  const checkOf = ({ practice, log }: Made) => checkHistory(practice, log, earlierHead);
  expect(mayReplace([checkOf(made)], earlierHead)).toBe(true);
  expect(
    mayReplace([checkOf(begin({ origin: ORIGIN, size: 6, root: earlierHead.root }))], earlierHead),
  ).toBe(false);
  expect(mayReplace([checkHistory(made.practice, made.log, undefined)], undefined)).toBe(true);
  expect(mayReplace([checkOf(made), failed("other", "wrong")], earlierHead)).toBe(false);
  const { size, root } = earlierHead;
  expect(checkOf(begin({ origin: ORIGIN, size: 6, root }))).toMatchObject({
    state: "not checked",
    text: `a new log ${origin} began after 6 leaves of ${ORIGIN}. Your head has 8 leaves of ${ORIGIN}`,
  });
  expect(checkOf(begin(null))).toMatchObject({ state: "failed" });
  // JSON objects that no text can be made of.
  const { toString } = { toString: 1 };
  const bad = { origin: { toString, valueOf: 1 }, size: 6, root };
  expect(checkOf(begin(bad))).toMatchObject({ state: "failed" });
  const rewritten = begin({ origin: ORIGIN, size, root: "00".repeat(32) });
  expect(checkOf(rewritten)).toMatchObject({ state: "failed" });
});
