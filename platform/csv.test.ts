import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test("cells are quoted, and none is a formula", () => {
  const at = new Date("2026-11-23T10:00:00Z");
  expect(csvLine(["a,b", 'c"d', null, -1.5, "=1+1", "-20", "-x", 7n, at])).toBe(
    '"a,b","c""d",,-1.5,\'=1+1,-20,\'-x,7,2026-11-23T10:00:00.000Z\r\n',
  );
});
