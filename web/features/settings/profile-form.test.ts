import { expect, test } from "vitest";
import { profileForm } from "./profile-form.ts";
import { settingsTexts as texts } from "./strings.ts";

const right = { name: "Grace Hopper", phone: "", miningName: "grace-rig" };

const firstError = (change: Partial<typeof right>): string | undefined =>
  profileForm.safeParse({ ...right, ...change }).error?.issues[0]?.message;

test.each(["", "+49 (151) 123-45678", "4915112345678", "+1234567", "+123456789012345"])(
  "phone number %j is accepted",
  (phone) => {
    expect(firstError({ phone })).toBeUndefined();
  },
);

test.each([
  ["call me", texts.phoneDigits],
  ["+49 151 CALL", texts.phoneDigits],
  ["++491511234567", texts.phoneDigits],
  ["12345", texts.phoneLength],
  ["+1234567890123456", texts.phoneLength],
  ["0049123456789", texts.phoneLength],
  ["+49 (0)151 12345678", texts.phoneTrunkZero],
  ["+49 ( 0 ) 151 12345678", texts.phoneTrunkZero],
  ["+49 (0151) 12345678", texts.phoneTrunkZero],
  ["+44(0)20 79460000", texts.phoneTrunkZero],
])("the phone number %j is refused", (phone, text) => {
  expect(firstError({ phone })).toBe(text);
});

test.each([
  ["   ", texts.nameMissing],
  ["x".repeat(121), texts.nameBad],
  ["a\u0000b", texts.nameBad],
  ["a\nb", texts.nameBad],
  ["\u202Eabc", texts.nameBad],
])("the name %j is refused", (name, text) => {
  expect(firstError({ name })).toBe(text);
});

test.each(["x".repeat(120), "Zoë Ñandú", "李小龍", "O'Brien-Smith"])(
  "name %j is accepted",
  (name) => {
    expect(firstError({ name })).toBeUndefined();
  },
);

test.each(["ab", "Upper", "-x1", "a b", "x".repeat(33)])(
  "mining name %j is refused",
  (miningName) => {
    expect(firstError({ miningName })).toBe(texts.miningNameBad);
  },
);
