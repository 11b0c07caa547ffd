/** A list of several answers is one file, with its header and label once and without cursors. */
import { expect, test } from "vitest";
import { wholeCsv } from "./whole-csv.ts";

const HEAD = "Time (UTC),Asset\r\n";
const LABEL = '"Practice - test coins, no value"\r\n';

test("each answer is asked for with the cursor of the one before", async () => {
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

test("an answer that fails ends it: no file lacks lines", async () => {
  const read = wholeCsv(async ({ cursor }) => {
    if (cursor !== undefined) throw new Error("no answer");
    return `${HEAD}1,BTC\r\n${LABEL}More: ask with cursor=b.1\r\n`;
  });
  await expect(read).rejects.toThrow("no answer");
});

test("a list of one answer is that answer", async () => {
  expect(await wholeCsv(async () => `${HEAD}1,BTC\r\n${LABEL}`)).toEqual([
    `${HEAD}1,BTC\r\n${LABEL}`,
  ]);
  expect(await wholeCsv(async () => HEAD + LABEL)).toEqual([HEAD + LABEL]);
});

test("a list that goes round in a circle is no file", async () => {
  const round = wholeCsv(async () => `${HEAD}1,BTC\r\n${LABEL}More: ask with cursor=b.1\r\n`);
  await expect(round).rejects.toThrow("The list does not end.");
});
