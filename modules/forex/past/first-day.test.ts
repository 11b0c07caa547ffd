/** Tests the earliest replay time against the docs. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openPastMarket } from "./past-feed.ts";

test("replays begin on 22 June 1999, as documented", async () => {
  const { fromMs } = await openPastMarket().range();
  expect(new Date(fromMs).toISOString()).toBe("1999-06-22T21:00:00.000Z");
  expect(readFileSync("docs/forex.md", "utf8")).toContain("Replays begin on 22 June 1999");
});
