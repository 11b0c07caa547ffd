import { expect, test } from "vitest";
import { lookupOf } from "./lookup.ts";

const TXID = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";

test("a txid is recognised with spaces, in capitals or with an output index", () => {
  for (const text of [TXID, `  ${TXID}\n`, TXID.toUpperCase(), `${TXID}:1`]) {
    expect(lookupOf(text)).toEqual({ kind: "txid", txid: TXID });
  }
});

test("a withdrawal id is recognised", () => {
  const id = "wdr_01jd8m6x3vfq2";
  expect(lookupOf(id)).toEqual({ kind: "withdrawal", id });
});

test("a test network address is recognised even in groups of four", () => {
  const address = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
  expect(lookupOf(address)).toEqual({ kind: "address", address });
  expect(lookupOf(address.replaceAll(/(.{4})/g, "$1 "))).toEqual({ kind: "address", address });
});

test("an address in capitals or in a payment link is converted to lower case", () => {
  const address = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
  for (const text of [
    address.toUpperCase(),
    `bitcoin:${address}`,
    `BITCOIN:${address.toUpperCase()}?AMOUNT=0.01`,
  ])
    expect(lookupOf(text)).toEqual({ kind: "address", address });
});

test("words, short ids and main network addresses are not recognised", () => {
  for (const text of ["", "deposit", TXID.slice(1), "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"]) {
    expect(lookupOf(text)).toBeUndefined();
  }
});
