import { expect, test } from "vitest";
import { hasRecoveryPhrase } from "#proof";

const TWELVE = "legal winner thank year wave sausage worth useful legal winner thank yellow";

test.each([
  TWELVE,
  `${TWELVE} ${TWELVE}`,
  // As short as a phrase can be.
  "act add age aim air all any arm art ask bag bar",
  TWELVE.toUpperCase(),
  TWELVE.replaceAll(" ", "\n"),
  `my phrase: ${TWELVE.split(" ")
    .map((word, index) => `${index + 1}. ${word}`)
    .join(", ")}!`,
  // Not its checksum: a typing error makes it no less secret.
  TWELVE.replace("yellow", "zoo"),
])("found: %s", (text) => {
  expect(hasRecoveryPhrase({ body: { list: ["x", { message: text }] }, query: undefined })).toBe(
    true,
  );
});

test.each([
  TWELVE.split(" ").slice(1).join(" "),
  TWELVE.replace("wave", "waves"),
  "I cannot withdraw: the form says that my code is wrong or has expired, and I typed it twice today.",
  "bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk",
  "",
])("not found: %s", (text) => {
  expect(hasRecoveryPhrase({ text })).toBe(false);
});
