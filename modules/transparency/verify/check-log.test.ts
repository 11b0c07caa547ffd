/** Tests that the outsider's command names a log that was cut, changed or signed by another key. */
import { expect, test } from "vitest";
import { formatVkey } from "#log";
import { failed } from "#receipts";
import {
  BEGUN,
  changed,
  factsOf,
  honestFacts,
  ORIGIN,
  proof,
  publish,
  shown,
  witness,
  WITNESS_SECRET,
  type Made,
} from "../../../test/support/transparency/honest-log.ts";
import { checkFacts, checkLoggedSeeds } from "./check-facts.ts";
import { checkHistory, checkStatement, checkTree, checkWitnesses, headOf } from "./check-log.ts";
import { mayReplace } from "./kept-head.ts";

const text = (made: Made) => checkTree(made.practice, made.log).text;

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

test("a signed statement of a log that is not published is named", () => {
  const { log, practice } = publish(honestFacts());
  expect(checkTree(practice, undefined)).toMatchObject({ state: "failed" });
  expect(checkTree({ ...practice, log: null }, log)).toMatchObject({ state: "not checked" });
});

test("a log without the name of its origin in its first leaf is named", () => {
  expect(text(publish(honestFacts().slice(1)))).toContain("does not name its origin");
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
