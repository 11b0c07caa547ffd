import { expect, test } from "vitest";
import { readCheckpoint } from "./audit-checkpoint.ts";

const hash = "0123456789abcdef".repeat(4);

test("a copied checkpoint is parsed into a number and a hash", () => {
  for (const text of [`12 ${hash}`, ` 12\t${hash.toUpperCase()} \n`, `12: ${hash}`])
    expect(readCheckpoint(text)).toEqual({ seq: 12, hash });
});

test.each([
  "",
  "12",
  hash,
  `0 ${hash}`,
  `-1 ${hash}`,
  `1 ${hash}0`,
  `1.5 ${hash}`,
  `1 ${"g".repeat(64)}`,
])("%j is not a checkpoint", (text) => expect(readCheckpoint(text)).toBeUndefined());
