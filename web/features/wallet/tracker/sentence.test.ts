import { expect, test } from "vitest";
import { sentence } from "./sentence.ts";

test("a reason without punctuation gets a full stop", () => {
  expect(sentence("Source of coins unclear (test)")).toBe("Source of coins unclear (test).");
  expect(sentence("Is this you? ")).toBe("Is this you?");
});
