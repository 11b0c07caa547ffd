import { expect, test } from "vitest";
import { rankGroups, rankOf } from "./rank.ts";

const groups = [
  { heading: "Pages", entries: [{ label: "Cloud Mining" }, { label: "Track Transaction" }] },
  { heading: "More", entries: [{ label: "Login History" }, { label: "Mining Pool" }] },
  { heading: "Actions", entries: [{ label: "Dark theme" }, { label: "Logout" }] },
];
const labels = (text: string) =>
  rankGroups(groups, text).flatMap(({ entries }) => entries.map(({ label }) => label));

test("a label that starts with the text ranks above one that contains it", () => {
  expect(labels("log")).toEqual(["Login History", "Logout"]);
  expect(labels("mining")[0]).toBe("Mining Pool");
  expect(labels("mining")).toContain("Cloud Mining");
});

test("entries that do not match are omitted", () => {
  expect(labels("pool")).toEqual(["Mining Pool"]);
  expect(labels("dark")).toEqual(["Dark theme"]);
});

test("words match in any order", () => {
  expect(rankOf("Track Transaction", "trans track")).toBe(1);
  expect(rankOf("Track Transaction", "ack")).toBe(2);
  expect(rankOf("Track Transaction", "pool")).toBeUndefined();
});

test("without a search text all entries keep their order", () => {
  expect(labels("")).toEqual(groups.flatMap(({ entries }) => entries.map(({ label }) => label)));
});
