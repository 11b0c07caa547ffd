/** Tests that a commitment without a valid time in the log does not count as an early one. */
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import {
  canonicalJson,
  formatCheckpoint,
  formatVkey,
  hashLeaf,
  LOG_KEY,
  publicKeyOf,
  signNote,
} from "#log";
import { instrumentNamed } from "#market";
import { checkFill, type FillReceipt } from "./check-fill.ts";
import type { Receipt } from "./receipt.ts";

const SECRET = new Uint8Array(32).fill(1);
const key = { name: "hashfloor/aa/1", algorithm: LOG_KEY, publicKey: publicKeyOf(SECRET) };
const time = "2026-05-04T12:00:00.000Z";
const day = { date: "2026-05-04", commitment: "ab".repeat(32), seed: null };

/** Returns the result for a log whose only leaf is the commitment, logged at this time. */
function commitmentLoggedAt(loggedAt: string) {
  const { date, commitment } = day;
  const fact = canonicalJson({ kind: "commitment", date, commitment, loggedAt });
  const head = { origin: key.name, size: 1, root: hashLeaf(utf8ToBytes(fact)) };
  const checkpoint = signNote(formatCheckpoint(head), key, SECRET);
  const fill = {
    instrument: instrumentNamed("EUR_USD"),
    used: { bid: "1.1", ask: "1.2", time },
    day,
    dayLog: { index: 0, fact, path: [], checkpoint },
  } as unknown as FillReceipt;
  const receipt = { installation: { log: formatVkey(key) }, transfers: [] } as unknown as Receipt;
  return checkFill(receipt, fill).find(({ name }) => name === "commitment");
}

test.each([
  ["2026-05-01T00:00:00.000Z", "ok"],
  ["2026-05-04T12:00:00.000Z", "not checked"],
  ["2", "failed"],
  ["2026-05-01", "failed"],
])("a commitment logged at %s is %s", (loggedAt, state) => {
  expect(commitmentLoggedAt(loggedAt)).toMatchObject({ state });
});
