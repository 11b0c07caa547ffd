/**
 * Tests the texts of audit entries: amounts have a sign and an asset, and every stored fact is
 * shown.
 */
import { expect, test } from "vitest";
import { REFERENCE_FIELD_NAMES } from "#economics";
import { momentText } from "../../ui/time/time-text.ts";
import { changeWords, factsWithoutWords } from "./change-words.ts";

test("an adjustment shows its signed amount in BTC or USD", () => {
  const facts = { adjustment: "adj_1", approvalHash: "ab" };
  expect(changeWords({}, { ...facts, amountCents: -500_000 })).toBe("−5,000.00 USD");
  expect(changeWords({}, { ...facts, amountCents: 25 })).toBe("+0.25 USD");
  expect(changeWords({}, { ...facts, amountSats: -5_000_000 })).toBe("−0.05000000 BTC");
  expect(changeWords({}, { ...facts, amountSats: 5_000_000 })).toBe("+0.05000000 BTC");
});

test("a written-off debt shows its amount", () => {
  const facts = { adjustment: "adj_1", approvalHash: "ab", debtSats: 5_000_000 };
  expect(changeWords({}, facts)).toBe("a debt of 0.05000000 BTC");
});

test("a withdrawal shows its amount, its fee and its approvals", () => {
  const after = { amountSats: 5, feeSats: 1, approvals: 1, approvalsRequired: 2 };
  expect(changeWords({}, { withdrawal: "wdr_1", ...after })).toBe(
    "wdr_1, 0.00000005 BTC, fee 0.00000001 BTC, 1 approval, 2 required",
  );
});

test("a transfer of platform coins shows its destination first", () => {
  expect(changeWords({}, { fund: "mining", amountSats: 25_000_000, transfer: "1" })).toBe(
    "to mining, 0.25000000 BTC",
  );
});

test("an announcement shows its severity, start and end", () => {
  const [from, until] = ["2026-03-01T09:00:00.000Z", "2026-03-02T09:00:00.000Z"];
  const before = { version: "ban_1", announcement: "Pause", severity: "info", from, until: null };
  expect(changeWords({}, before)).toBe(
    `"Pause", Notice, begins ${momentText(new Date(from))}, no end`,
  );
  const after = { ...before, version: "ban_2", severity: "warning", until };
  expect(changeWords(before, after)).toBe(
    `Notice to Warning, no end to ends ${momentText(new Date(until))}`,
  );
});

test("every stored fact is described by a text", () => {
  const values = Object.fromEntries(REFERENCE_FIELD_NAMES.map((name) => [name, "1"]));
  expect(factsWithoutWords(values, values)).toEqual([]);
  expect(factsWithoutWords({ before: 1 }, { kind: "rig", sha256: "ab", unheard: 2 })).toEqual([
    "before",
    "unheard",
  ]);
});
