/**
 * Tests that a list in several responses becomes one file with a single header and label and
 * without cursors.
 */
import { expect, test } from "vitest";
import { wholeCsv } from "./whole-csv.ts";

const HEAD = "Time (UTC),Asset\r\n";
const LABEL = '"Practice - test coins, no value"\r\n';

test("each response is requested with the previous response's cursor", async () => {
  const queries: unknown[] = [];
  const answers: Record<string, string> = {
    "": `${HEAD}1,BTC\r\n2,BTC\r\n${LABEL}More: ask with cursor=b.2\r\n`,
    "b.2": `${HEAD}3,BTC\r\n${LABEL}More: ask with cursor=b.3\r\n`,
    "b.3": `${HEAD}4,BTC\r\n${LABEL}`,
  };
  const parts = await wholeCsv(async (at) => {
    queries.push(at);
    return answers[at.cursor ?? ""] ?? "";
  });
  expect(parts.join("")).toBe(`${HEAD}1,BTC\r\n2,BTC\r\n3,BTC\r\n4,BTC\r\n${LABEL}`);
  expect(queries).toEqual([{}, { cursor: "b.2" }, { cursor: "b.3" }]);
});

test("a failed request aborts the export without saving a file", async () => {
  const read = wholeCsv(async ({ cursor }) => {
    if (cursor !== undefined) throw new Error("no answer");
    return `${HEAD}1,BTC\r\n${LABEL}More: ask with cursor=b.1\r\n`;
  });
  await expect(read).rejects.toThrow("no answer");
});

test("a single response is returned unchanged", async () => {
  expect(await wholeCsv(async () => `${HEAD}1,BTC\r\n${LABEL}`)).toEqual([
    `${HEAD}1,BTC\r\n${LABEL}`,
  ]);
  expect(await wholeCsv(async () => HEAD + LABEL)).toEqual([HEAD + LABEL]);
});

test("an endless chain of cursors is an error", async () => {
  const round = wholeCsv(async () => `${HEAD}1,BTC\r\n${LABEL}More: ask with cursor=b.1\r\n`);
  await expect(round).rejects.toThrow("The list does not end.");
});
