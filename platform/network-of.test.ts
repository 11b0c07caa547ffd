import { expect, test } from "vitest";
import { networkOf, networksOf, plainAddress } from "./network-of.ts";

test.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::203.0.113.7", "64:ff9b:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["203.0.113.7", "203.0.113.7"],
  ["no address", "no address"],
  ["1:2:3", "1:2:3"],
])("the network of %s is %s", (ip, network) => expect(networkOf(ip)).toBe(network));

test("an IPv6 address belongs to its /64, /56 and /48, whose limits increase", () => {
  expect(networksOf({ ip: "2001:db8:42:1234::1" })).toEqual([
    { name: "2001:db8:42:1234::/64", factor: 1 },
    { name: "2001:db8:42:1200::/56", factor: 2 },
    { name: "2001:db8:42::/48", factor: 4 },
  ]);
});

test("neighbouring /64 networks share their /56 and /48", () => {
  const [first, second] = ["2001:db8:42:0::1", "2001:db8:42:3::1"].map((ip) => networksOf({ ip }));
  expect(first?.[0]).not.toEqual(second?.[0]);
  expect(first?.slice(1)).toEqual(second?.slice(1));
});

test("two /56 networks share only their /48", () => {
  const [first, second] = ["2001:db8:42:0::1", "2001:db8:42:100::1"].map((ip) =>
    networksOf({ ip }),
  );
  expect(first?.[1]).not.toEqual(second?.[1]);
  expect(first?.[2]).toEqual(second?.[2]);
});

test("an IPv4 address belongs to no wider network", () => {
  for (const ip of ["203.0.113.7", "::ffff:203.0.113.7"])
    expect(networksOf({ ip })).toEqual([{ name: "203.0.113.7", factor: 1 }]);
});

test("a local origin belongs to no network", () => {
  expect(networksOf({ ip: "127.0.0.1", isLocal: true })).toEqual([]);
});

test("the interface name and the IPv4-mapped form are removed", () => {
  expect(plainAddress("fe80::1%eth0")).toBe("fe80::1");
  expect(plainAddress("::ffff:10.1.2.3")).toBe("10.1.2.3");
});
