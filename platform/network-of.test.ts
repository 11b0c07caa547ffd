import { expect, test } from "vitest";
import { networkOf } from "./network-of.ts";

test("addresses of one IPv6 network count as one", () => {
  for (const [ip, network] of [
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["203.0.113.7", "203.0.113.7"],
  ] as const)
    expect(networkOf(ip)).toBe(network);
});
