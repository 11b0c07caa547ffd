/** Tests that the outsider's command names published facts that the log lacks or backdates. */
import { expect, test } from "vitest";
import {
  BEGUN,
  changed,
  COMMITMENT,
  day,
  factsOf,
  honestFacts,
  NOW,
  page,
  proof,
  publish,
  shown,
} from "../../../test/support/transparency/honest-log.ts";
import type { Transparency } from "../read-transparency.ts";
import { checkFacts, checkLoggedSeeds } from "./check-facts.ts";

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
