/** Publishes logs for tests of the outsider's command: an honest log, and the same log changed. */
import { createHash } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
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
import type { Transparency } from "../../../modules/transparency/read-transparency.ts";
import type { Shown } from "../../../modules/transparency/verify/check-facts.ts";
import { parseFacts } from "../../../modules/transparency/verify/check-log.ts";
import type { MarketDay } from "../../../modules/transparency/verify/check-days.ts";
import type { Practice, Proof } from "../../../modules/transparency/verify/checks.ts";
import type { PublishedLog } from "../../../modules/transparency/verify/read-log.ts";

export const ORIGIN = "hashfloor/aa/1";
const SECRET = new Uint8Array(32).fill(1);
export const WITNESS_SECRET = new Uint8Array(32).fill(2);
export const BEGUN = "2026-05-01T00:00:00.000Z";
export const NOW = new Date("2026-05-05T12:00:00Z");
const SEED = "5e".repeat(32);
export const COMMITMENT = createHash("sha256").update(Buffer.from(SEED, "hex")).digest("hex");

const keyOf = (name: string, secret = SECRET) => ({
  name,
  algorithm: LOG_KEY,
  publicKey: publicKeyOf(secret),
});
export const witness = {
  name: "witness.example/w",
  algorithm: WITNESS_KEY,
  publicKey: publicKeyOf(WITNESS_SECRET),
};

type Fact = Readonly<Record<string, unknown>>;

export const proof: Proof = {
  id: "prf_1",
  height: 7,
  blockHash: "ab".repeat(32),
  takenAt: new Date("2026-05-04T00:00:00Z"),
  leaves: 4,
  root: "cd".repeat(32),
  sumSats: 12n,
  ledgerSats: 10n,
};

export const page = {
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

export const day = {
  date: "2026-05-04",
  opensAt: new Date("2026-05-03T21:00:00Z"),
  closesAt: new Date("2026-05-04T21:00:00Z"),
  commitment: COMMITMENT,
  seed: SEED,
} as unknown as MarketDay;

export const shown: Shown = { page, proof, signedProofs: [], days: [day], now: NOW };

/** The facts of an honest log, in their order. */
export function honestFacts(): Fact[] {
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

export interface Made {
  readonly log: PublishedLog;
  readonly practice: Practice;
}

/** Publishes a log with these facts, as an installation does. */
export function publish(facts: readonly Fact[], { origin = ORIGIN, secret = SECRET } = {}): Made {
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

export const factsOf = ({ log }: Made) => parseFacts(log.bodies);

/** Returns the facts with another value in the first fact of this kind. */
export function changed(kind: string, change: Fact): Fact[] {
  const facts = honestFacts();
  const index = facts.findIndex((fact) => fact["kind"] === kind);
  facts[index] = { ...facts[index], ...change };
  return facts;
}
