/** Tests the verdict: any error is red, and a missing or old result is never green. */
import { expect, test } from "vitest";
import { verdictOf, type VerdictFacts } from "./verdict.ts";

const NOW = new Date("2026-05-05T12:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const chain = {
  height: 120,
  haltedReason: null,
  lockedReason: null,
  reconciledHeight: 120,
  unexplainedSats: 0n,
};
const ledger = { decidedAt: ago(20), wholeDecidedAt: ago(3_600), problem: null };
const GOOD: VerdictFacts = {
  now: NOW,
  ledger,
  sumSats: 0n,
  sumCents: 0n,
  chain,
  differenceSats: 0n,
  reserves: { proof: { takenAt: ago(600) }, signedAt: ago(590) },
};

const cases: readonly [
  what: string,
  facts: Partial<VerdictFacts>,
  verdict: string,
  text: string,
][] = [
  ["everything agrees", {}, "green", "adds up and matches"],
  ["a verification failed", { ledger: { ...ledger, problem: "1 problems" } }, "red", "found an"],
  ["satoshis appeared", { sumSats: 1n }, "red", "sum to zero"],
  ["cents disappeared", { sumCents: -1n }, "red", "sum to zero"],
  ["coins are missing now", { differenceSats: 5n }, "red", "match the coins"],
  ["coins were missing", { chain: { ...chain, unexplainedSats: -5n } }, "red", "match the coins"],
  ["nothing was verified", { ledger: { ...ledger, decidedAt: null } }, "unknown", "not been"],
  ["the verifier stopped", { ledger: { ...ledger, decidedAt: ago(301) } }, "unknown", "last"],
  ["no block was read", { chain: undefined, differenceSats: null }, "unknown", "compared"],
  [
    "coins were not compared",
    { chain: { ...chain, unexplainedSats: null } },
    "unknown",
    "compared",
  ],
  ["payments are locked", { chain: { ...chain, lockedReason: "x" } }, "unknown", "administrator"],
  ["there is no proof yet", { reserves: null }, "green", "adds up"],
  [
    "the signer is still signing",
    { reserves: { proof: { takenAt: ago(299) }, signedAt: null } },
    "green",
    "adds up",
  ],
  [
    "the signer did not sign",
    { reserves: { proof: { takenAt: ago(301) }, signedAt: null } },
    "unknown",
    "signer",
  ],
  ["the node is on another chain", { chain: { ...chain, haltedReason: "x" } }, "unknown", "node"],
];

test.each(cases)("%s", (_, facts, verdict, text) => {
  const result = verdictOf({ ...GOOD, ...facts });
  expect(result.verdict).toBe(verdict);
  expect(result.sentence).toContain(text);
  expect(result.sentence).toContain("5 May 2026, 12:00:00 UTC");
});

test("an error outweighs a missing result", () => {
  const facts = { ...GOOD, ledger: { ...ledger, decidedAt: null }, sumSats: 1n };
  expect(verdictOf(facts).verdict).toBe("red");
});
