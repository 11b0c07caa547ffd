import { expect, test } from "vitest";
import { csvFile, csvLine } from "./csv.ts";

test("cells are quoted, and formulas are escaped", () => {
  const at = new Date("2026-11-23T10:00:00Z");
  expect(csvLine(["a,b", 'c"d', null, -1.5, "=1+1", "-20", "-x", 7n, at])).toBe(
    '"a,b","c""d",,-1.5,\'=1+1,-20,\'-x,7,2026-11-23T10:00:00.000Z\r\n',
  );
});

test("the header is the first line and the practice label follows the rows", () => {
  const rows = [csvLine([1, 2])];
  const whole = 'a,b\r\n1,2\r\n"Practice - test coins, no value"\r\n';
  expect(csvFile(csvLine(["a", "b"]), rows)).toBe(whole);
  expect(csvFile(csvLine(["a", "b"]), rows, "c")).toBe(`${whole}More: ask with cursor=c\r\n`);
});
