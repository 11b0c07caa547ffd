import { expect, test } from "vitest";
import { whatWords } from "./event-names.ts";

test.each([
  ["listPeople", "List of users"],
  ["getCold", "Cold wallet"],
  ["token_forged", "Forged access token"],
  ["enrolment_code_wrong", "Wrong code"],
  ["order_too_small", "Order too small"],
  ["getSomethingNew", "Get something new"],
])("%s is shown as %s", (what, words) => {
  expect(whatWords(what)).toBe(words);
});
