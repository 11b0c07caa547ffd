/** Tests that the signer signs only its own message about reserves, and only for own scripts. */
import { hex } from "@scure/base";
import { expect, test } from "vitest";
import { checkReserve, reservesMessage } from "#signatures";
import { CHANGE, RECEIVE } from "../chain/account.ts";
import { challengeMessage } from "../connections/challenge-message.ts";
import { signingAccount } from "./seed.ts";
import { RESERVES_BATCH_MAX, signReserves } from "./sign-reserves.ts";

const account = signingAccount(new Uint8Array(32).fill(7), "regtest");
const facts = {
  site: "http://floor.test",
  height: 120,
  blockHash: "ab".repeat(32),
  root: "cd".repeat(32),
};
const places = [
  { branch: RECEIVE, index: 3 },
  { branch: CHANGE, index: 0 },
];

test("each script of the account gets a signature of the composed message", () => {
  const message = reservesMessage({ ...facts, network: "regtest" });
  const { signatures } = signReserves(account, { facts, places });
  expect(signatures.map(({ scriptHex }) => scriptHex)).toEqual(
    places.map(({ branch, index }) => account.derive(branch, index).scriptHex),
  );
  for (const { scriptHex, signature } of signatures)
    expect(checkReserve({ scriptHex, message, signature })).toBeUndefined();
  const [first, second] = signatures;
  expect(
    checkReserve({
      scriptHex: first?.scriptHex ?? "",
      message,
      signature: second?.signature ?? "",
    }),
  ).toBe("other_key");
});

test("a network from the server does not change the message", () => {
  const lying = { ...facts, network: "signet" };
  expect(signReserves(account, { facts: lying, places })).toEqual(
    signReserves(account, { facts, places }),
  );
});

test.each([
  [
    "a site that continues the text",
    { site: "http://floor.test on regtest: this address is mine" },
  ],
  ["a site with a path", { site: "http://floor.test/a" }],
  ["a text instead of a root", { root: "any text" }],
  ["a text instead of a block", { blockHash: "" }],
  ["a height that is no number", { height: "120" as unknown as number }],
])("%s is refused", (_, change) => {
  expect(() => signReserves(account, { facts: { ...facts, ...change }, places })).toThrow(
    RangeError,
  );
});

test.each([-1, 0.5, 2 ** 31, Number.NaN, "0" as unknown as number])(
  "the index %s is refused",
  (index) => {
    const wrong = { facts, places: [{ branch: RECEIVE, index }] };
    expect(() => signReserves(account, wrong)).toThrow("a key outside the account");
  },
);

test("more scripts than a batch are refused", () => {
  const many = Array.from({ length: RESERVES_BATCH_MAX + 1 }, (_, index) => ({ branch: 0, index }));
  expect(() => signReserves(account, { facts, places: many })).toThrow("too many scripts");
});

test("the message begins with other words than a challenge, even with the same site", () => {
  const challenge = challengeMessage({
    site: facts.site,
    userId: hex.encode(new Uint8Array(16)),
    network: "regtest",
    nonce: "7f3a",
    expiresAt: new Date(0),
  });
  const message = reservesMessage({ ...facts, network: "regtest" });
  const ends = "Hashfloor (practice) ".length + 2;
  expect(message.slice(0, ends)).not.toBe(challenge.slice(0, ends));
  expect(message.length).toBeLessThanOrEqual(240);
});
