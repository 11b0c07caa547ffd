/**
 * Tests the format of a key's secret, the networks from which a key works, and the routes that
 * accept a key.
 */
import { describe, expect, test } from "vitest";
import type { KeyScope } from "#api/route";
import type { Refusal } from "#platform";
import { isWithin, readNetwork } from "./key-networks.ts";
import { isKey, isWellFormed, newSecret } from "./key-secret.ts";
import { requireScope } from "./require-scope.ts";

test("a secret has 256 random bits after its prefix", () => {
  const { secret, hint } = newSecret();
  expect(Buffer.from(secret.slice(3), "base64url")).toHaveLength(32);
  expect([isKey(secret), isWellFormed(secret)]).toEqual([true, true]);
  expect(hint).toBe(secret.slice(0, 7));
  expect(newSecret().secret).not.toBe(secret);
  expect(isKey("eyJhbGciOiJFUzI1NiJ9.e30.x")).toBe(false);
  for (const other of ["hf_", `${secret}x`, `${secret.slice(0, -1)}.`])
    expect([isKey(other), isWellFormed(other)]).toEqual([true, false]);
});

describe("networks", () => {
  test.each([
    [" 203.0.113.7 ", "203.0.113.7"],
    ["203.0.113.0/24", "203.0.113.0/24"],
    ["2001:DB8::/32", "2001:db8::/32"],
    ["::/0", "::/0"],
    ["203.0.113.0/33", undefined],
    ["203.0.113.0/", undefined],
    ["203.0.113.0/-1", undefined],
    ["203.0.113.0/8/8", undefined],
    ["203.0.113", undefined],
    ["fe80::1%eth0", undefined],
    ["example.test", undefined],
  ])("%j is parsed as %j", (text, network) => expect(readNetwork(text)).toBe(network));

  test.each<[string, string[], boolean]>([
    ["203.0.113.9", [], true],
    ["203.0.113.9", ["203.0.113.0/24"], true],
    ["203.0.114.9", ["203.0.113.0/24"], false],
    ["::ffff:203.0.113.9", ["203.0.113.0/24"], true],
    ["203.0.113.9", ["198.51.100.1", "203.0.113.9"], true],
    ["2001:db8:1::1", ["2001:db8::/32"], true],
    ["2001:db9::1", ["2001:db8::/32"], false],
    ["203.0.113.9", ["::/0"], false],
    ["not an address", ["0.0.0.0/0"], false],
  ])("the address %s is within %j: %s", (ip, networks, within) =>
    expect(isWithin(ip, networks)).toBe(within),
  );
});

test.each<[KeyScope[], KeyScope | undefined, string]>([
  [["read"], "read", "let through"],
  [["read", "trade"], "trade", "let through"],
  [["read"], "trade", "403 key_scope_missing"],
  [["trade"], "read", "403 key_scope_missing"],
  [["read", "trade"], undefined, "403 not_for_keys"],
])("a key with scopes %j on a route with scope %s: %s", (scopes, scope, outcome) => {
  const ask = () => {
    try {
      requireScope(
        { userId: "u", keyId: "k", keyName: "K", isAdmin: true, isAnonymous: false, scopes },
        scope,
      );
      return "let through";
    } catch (error) {
      const { status, code } = error as Refusal;
      return `${status} ${code}`;
    }
  };
  expect(ask()).toBe(outcome);
});
