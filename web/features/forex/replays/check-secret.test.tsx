/** Tests the check of a revealed secret against the commitment that the browser keeps. */
import { commitmentTo, secretText } from "#market/blind";
import { dayOf, instrumentNamed } from "#market";
import { afterEach, expect, test } from "vitest";
import { checkSecret, keepCommitment, keptCommitment, type Revealed } from "./check-secret.ts";

afterEach(() => localStorage.clear());

const instrument = instrumentNamed("GBP_JPY");
if (!instrument) throw new Error("no GBP/JPY");
const secret = secretText({
  nonce: "ab".repeat(32),
  instrument,
  day: dayOf("2008-10-08"),
  isMirrored: true,
  scale: "176.425",
});
const commitment = commitmentTo(secret);
const revealed: Revealed = {
  secret,
  instrument: "GBP_JPY",
  startsAt: "2008-10-08T07:00:00.000Z",
  isMirrored: true,
  scale: "176.425",
};

test("a secret that matches the commitment seen at the start is confirmed", () => {
  expect(checkSecret(commitment, revealed, commitment)).toBe("kept");
  expect(checkSecret(commitment, revealed, undefined)).toBe("matches");
});

test("a forged secret fails, also if the server replaced the commitment", () => {
  const forged = secret.replace("GBP_JPY", "EUR_JPY");
  const other = { ...revealed, secret: forged, instrument: "EUR_JPY" };
  expect(checkSecret(commitment, other, commitment)).toBe("forged");
  expect(checkSecret(commitmentTo(forged), other, commitment)).toBe("changed");
});

test.each([
  { instrument: "EUR_JPY" },
  { startsAt: "2008-10-09T07:00:00.000Z" },
  { isMirrored: false },
  { scale: "176.426" },
])("a fact that the text does not name fails: %j", (change) => {
  expect(checkSecret(commitment, { ...revealed, ...change }, commitment)).toBe("differs");
});

test("the browser keeps the commitment that it saw first", () => {
  expect(keptCommitment("one")).toBeUndefined();
  keepCommitment("one", commitment);
  keepCommitment("one", commitmentTo("other"));
  expect(keptCommitment("one")).toBe(commitment);
  expect(keptCommitment("two")).toBeUndefined();
});
