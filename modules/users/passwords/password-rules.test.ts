/** Tests which passwords are refused, and why. */
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";
import { passwordFault } from "./password-rules.ts";

const EMAIL = "ada.lovelace@example.org";
const reasonOf = (password: string) => passwordFault(password, EMAIL)?.reason;
const messageOf = (password: string) => passwordFault(password, EMAIL)?.message;

test.each([
  "qzvx wkpj",
  "correct horse battery",
  "zqxjvkwp",
  "74926385017",
  "        .",
  "пароль из слов",
  "four words and more ".repeat(13).slice(0, 256),
  "🦆🐢🦊🐝🦉🐙🦋🐌",
])("%j is accepted, because no character classes are required", (password) => {
  expect(passwordFault(password, EMAIL)).toBeUndefined();
});

test.each([
  ["7 characters", "qzvxwkp", "Password should be at least 8 characters."],
  ["7 emojis, 14 units of UTF-16", "🦆🐢🦊🐝🦉🐙🦋", "Password should be at least 8 characters."],
  ["257 characters", "aB3-".repeat(65).slice(0, 257), "Password should be at most 256 characters."],
])("a password of %s is refused for its length", (_, password, message) => {
  expect(reasonOf(password)).toBe("length");
  expect(messageOf(password)).toBe(message);
});

test("200 emoji count as 200 characters", () => {
  expect(passwordFault("🦆🐢".repeat(100), EMAIL)).toBeUndefined();
  // Normalisation turns one ligature into three letters.
  expect(passwordFault("ﬃﬃﬃ", EMAIL)).toBeUndefined();
});

test("a password with thousands of combining marks is refused within milliseconds", () => {
  const marks = "\u0301".repeat(16_200) + "\u0316".repeat(16_200);
  const startedAt = performance.now();
  expect(reasonOf(marks)).toBe("length");
  expect(performance.now() - startedAt).toBeLessThan(50);
});

test("a password of one repeated character is refused at 8 and at 256 characters", () => {
  for (const password of ["a".repeat(8), "a".repeat(256), "Aa".repeat(4), "🦆".repeat(9)]) {
    expect(reasonOf(password)).toBe("characters");
    expect(messageOf(password)).toBe("Password must not be a single repeated character.");
  }
});

test.each([
  EMAIL,
  "ADA.lovelace@example.org",
  "ada.lovelace",
  "Lovelace1815",
  "lovelacelovelace",
  "HashFloor1!",
  "hashfloor",
  "ｈａｓｈｆｌｏｏｒ",
])("a password similar to the address or the site is refused: %j", (password) => {
  expect(reasonOf(password)).toBe("characters");
  expect(messageOf(password)).toBe(
    "Password must not be your e-mail address or the name of this site.",
  );
});

test("a name inside a longer password is accepted", () => {
  expect(passwordFault("lovelace wrote the first one", EMAIL)).toBeUndefined();
});

describe("common passwords", () => {
  test.each([
    "password",
    "PASSWORD1",
    "12345678",
    "iloveyou",
    "qwertyuiop",
    "trustno1",
    "ｐａｓｓｗｏｒｄ",
  ])("a leaked password is refused: %j", (password) => {
    expect(reasonOf(password)).toBe("pwned");
    expect(messageOf(password)).toBe(
      "Password is known to be weak and easy to guess, please choose a different one.",
    );
  });

  test("50,000 random passwords are not mistaken for common ones", () => {
    let mistakes = 0;
    for (let round = 0; round < 50_000; round += 1)
      if (isCommonPassword(randomBytes(9).toString("base64"))) mistakes += 1;
    // The expected number is 0.02, so three mistakes would be a defect.
    expect(mistakes).toBeLessThan(3);
  });
});
