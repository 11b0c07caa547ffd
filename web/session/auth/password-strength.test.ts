import { expect, test } from "vitest";
import { strengthOf } from "./password-strength.ts";

const EMAIL = "ada.lovelace@example.org";

test.each([
  ["", 0, "", "At least 8 characters. Several words are easy to remember."],
  ["qzv", 1, "Too short.", "At least 5 more characters."],
  ["qzvxwkp", 1, "Too short.", "At least 1 more character."],
  [
    "aaaaaaaaaaaaaaaaaaaaaaaa",
    1,
    "Easy to guess.",
    "Repeated or neighbouring characters such as aaa, 123 or qwerty add little.",
  ],
  [
    "qwertyuiop1234567890",
    1,
    "Easy to guess.",
    "Repeated or neighbouring characters such as aaa, 123 or qwerty add little.",
  ],
  ["Lovelace1815", 1, "Easy to guess.", "Leave out your e-mail address and the name of this site."],
  ["hashfloor!", 1, "Easy to guess.", "Leave out your e-mail address and the name of this site."],
  ["sunshine7", 1, "Easy to guess.", "Longer is better. Add unrelated words."],
  ["P4ssw0rd!", 2, "Fair.", "Longer is better. Add unrelated words."],
  ["correct horse battery", 3, "Hard to guess.", "Do not use it anywhere else."],
  ["m4R-9qT!xz2L", 3, "Hard to guess.", "Do not use it anywhere else."],
  ["слово дело поле река", 3, "Hard to guess.", "Do not use it anywhere else."],
])("%j has %d bars: %s", (password, bars, word, advice) => {
  expect(strengthOf(password, EMAIL)).toEqual({ bars, word, advice });
});

test("adding characters never lowers the password strength", () => {
  const whole = "walnut 7 bridge kettle";
  let before = 0;
  for (let length = 1; length <= whole.length; length += 1) {
    const { bars } = strengthOf(whole.slice(0, length), EMAIL);
    expect(bars).toBeGreaterThanOrEqual(before);
    before = bars;
  }
});
