import { describe, expect, test } from "vitest";
import { checkAddress } from "./address-check.ts";

describe("checks of an address on regtest", () => {
  test.each([
    ["bcrt1q8hpg4khukls0pxs9ty4q2g3tuqu5k4wa7cxhz3", "native SegWit"],
    ["bcrt1qyrc8tc3a0qdlfd0rclvkpfgqwxqjhrz339gd9y", "native SegWit"],
  ])("%s is valid", (address, kind) => {
    expect(checkAddress(address, "regtest")).toEqual({
      state: "valid",
      text: `Valid regtest address, ${kind}`,
    });
    expect(checkAddress(` ${address.toUpperCase()} `, "regtest").state).toBe("valid");
  });

  test("the checksum detects a single wrong character", () => {
    const check = checkAddress("bcrt1q8hpg4khukls0pxs9ty4q2g3tuqu5k4wa7cxhz4", "regtest");
    expect(check).toMatchObject({ state: "invalid" });
  });

  test.each([
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
  ])("main network address %s is recognized as such", (address) => {
    expect(checkAddress(address, "regtest")).toEqual({
      state: "invalid",
      text: "This is a main network address. We send on regtest only.",
    });
  });

  test("the refusal of another test network's address names this network", () => {
    const check = checkAddress("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "regtest");
    expect(check).toMatchObject({ state: "invalid" });
    expect("text" in check ? check.text : "").toContain("regtest");
  });

  test("a payment link is refused with a hint to paste only its address", () => {
    for (const scheme of ["bitcoin:", "BITCOIN:"]) {
      const link = `${scheme}bcrt1q8hpg4khukls0pxs9ty4q2g3tuqu5k4wa7cxhz3?amount=0.1`;
      const check = checkAddress(link, "regtest");
      expect("text" in check ? check.text : "").toContain("Paste only the address after bitcoin:");
    }
  });

  test("an empty address field shows no message", () => {
    expect(checkAddress("  ", "regtest")).toEqual({ state: "empty" });
  });
});

// Test vectors from BIP173 and BIP350.
test("signet accepts version 0 with bech32 and version 1 with bech32m only", () => {
  expect(checkAddress("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "signet").state).toBe("valid");
  const taproot = "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c";
  expect(checkAddress(taproot, "signet")).toMatchObject({
    state: "valid",
    text: "Valid signet address, Taproot",
  });
  const wrongSum = "tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf";
  expect(checkAddress(wrongSum, "signet").state).toBe("invalid");
});
