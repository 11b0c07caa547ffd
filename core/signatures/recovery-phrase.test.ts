import { expect, test } from "vitest";
import { hasRecoveryPhrase } from "#signatures";

const TWELVE = "legal winner thank year wave sausage worth useful legal winner thank yellow";

function fullWidth(text: string): string {
  return text.replaceAll(/[!-~ ]/g, (character) =>
    character === " " ? "\u3000" : String.fromCodePoint(character.charCodeAt(0) + 0xfee0),
  );
}

test.each([
  TWELVE,
  `${TWELVE} ${TWELVE}`,
  // The shortest possible phrase.
  "act add age aim air all any arm art ask bag bar",
  TWELVE.toUpperCase(),
  TWELVE.replaceAll(" ", "\n"),
  `my phrase: ${TWELVE.split(" ")
    .map((word, index) => `${index + 1}. ${word}`)
    .join(", ")}!`,
  // This phrase has a wrong checksum, but a phrase with a typing error is still a secret.
  TWELVE.replace("yellow", "zoo"),
  ...["NFC", "NFD", "NFKC", "NFKD"].map((form) => TWELVE.replaceAll("e", "é").normalize(form)),
  fullWidth(TWELVE),
  fullWidth(TWELVE.toUpperCase()),
  // Mathematical letters, which take two code units each.
  TWELVE.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(0x1d3b9 + letter.charCodeAt(0))),
  TWELVE.replaceAll("fi", "ﬁ").replace("legal", "fiscal").replace("fi", "ﬁ"),
])("a recovery phrase is found in: %s", (text) => {
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
])("no recovery phrase is found in: %s", (text) => {
  expect(hasRecoveryPhrase({ text })).toBe(false);
});

const LONG = 3_180_000;
const FEW = 32_400;

test.each([
  ["marks of two classes", "\u0301".repeat(FEW / 2) + "\u0316".repeat(FEW / 2), 20],
  ["ligatures of eighteen letters", "\uFDFA".repeat(FEW), 20],
  ["full-width letters", "\uFF41".repeat(FEW), 20],
  ["words of the list", "act add axe ".repeat(FEW / 12), 20],
  ["marks in an upload", "\u0301\u0316".repeat(LONG / 2), 1_000],
  ["words in an upload", "act add axe ".repeat(LONG / 12), 1_000],
])("a text of %s is read in linear time", (_, text, msMax) => {
  hasRecoveryPhrase("warm".repeat(1_000));
  const startedAt = performance.now();
  expect(hasRecoveryPhrase({ text })).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(msMax);
});

test("a phrase in the middle of a long text is found", () => {
  for (const before of [32_700, 32_740, 65_500])
    expect(hasRecoveryPhrase(`${"x".repeat(before)} ${TWELVE} ${"x".repeat(before)}`)).toBe(true);
});

test("a phrase inside 100,000 nested arrays is found", () => {
  const nest = (inside: string) => JSON.parse("[".repeat(100_000) + inside + "]".repeat(100_000));
  expect(hasRecoveryPhrase(nest("1"))).toBe(false);
  expect(hasRecoveryPhrase(nest(JSON.stringify(TWELVE)))).toBe(true);
});
