import { expect, test } from "vitest";
import { connectionLimits, CONNECTIONS_CROWDED, CONNECTIONS_MAX } from "./connection-limits.ts";

const PUBLIC_MAX = 100;

test.each([
  ["203.0.113.9", PUBLIC_MAX],
  ["::ffff:203.0.113.9", PUBLIC_MAX],
  ["2001:db8::9", PUBLIC_MAX],
  ["127.0.0.1", CONNECTIONS_CROWDED],
  ["::1", CONNECTIONS_CROWDED],
  ["::ffff:172.17.0.1", CONNECTIONS_CROWDED],
  ["192.168.1.7", CONNECTIONS_CROWDED],
  ["fd00::7", CONNECTIONS_CROWDED],
  ["fe80::1%eth0", CONNECTIONS_CROWDED],
])("%s may open %i connections", (address, most) => {
  const limits = connectionLimits();
  for (let count = 0; count < most; count += 1) expect(limits.enter(address)).toBe(true);
  expect(limits.enter(address)).toBe(false);
  expect(limits.count()).toBe(most);
  limits.leave(address);
  expect(limits.enter(address)).toBe(true);
});

test("the total limit applies across all addresses", () => {
  const limits = connectionLimits();
  for (let count = 0; count < PUBLIC_MAX; count += 1) limits.enter("203.0.113.9");
  expect(limits.enter("::ffff:203.0.113.9")).toBe(false);
  for (let host = 0; limits.count() < CONNECTIONS_MAX; host += 1)
    limits.enter(`198.51.${host >> 8}.${host & 255}`);
  expect(limits.enter("203.0.113.10")).toBe(false);
  expect(limits.wouldAdmit("203.0.113.10", "198.51.0.1")).toBe(true);
});

test("the last free connections are reserved for networks with few connections", () => {
  const limits = connectionLimits();
  while (limits.enter("127.0.0.1"));
  expect(limits.count()).toBe(CONNECTIONS_CROWDED);
  for (let count = 0; count < PUBLIC_MAX; count += 1)
    expect(limits.enter("192.168.1.7")).toBe(true);
  expect(limits.enter("192.168.1.7")).toBe(false);
  expect(limits.wouldAdmit("192.168.1.7", "192.168.1.7")).toBe(true);
  expect(limits.wouldAdmit("192.168.1.7", "127.0.0.1")).toBe(false);
  expect(limits.enter("203.0.113.9")).toBe(true);
});

test("all addresses of an IPv6 /64 share one limit", () => {
  const limits = connectionLimits();
  for (let count = 0; count < PUBLIC_MAX; count += 1)
    expect(limits.enter(`2001:db8::${count.toString(16)}`)).toBe(true);
  expect(limits.enter("2001:db8:0:0:ffff::1")).toBe(false);
  expect(limits.enter("2001:db8:0:1::1")).toBe(true);
  limits.leave("2001:db8::7");
  expect(limits.enter("2001:db8:0:0:ffff::1")).toBe(true);
});

test("a /56 may open twice as many connections as a /64", () => {
  const limits = connectionLimits();
  const fill = (network: string) => {
    let entered = 0;
    while (limits.enter(`${network}::1`)) entered += 1;
    return entered;
  };
  const [first, second, third] = ["2001:db8:42:0", "2001:db8:42:1", "2001:db8:42:2"].map(fill);
  expect([first, second, third]).toEqual([PUBLIC_MAX, PUBLIC_MAX, 0]);
  expect(fill("2001:db8:42:100") + fill("2001:db8:42:101")).toBe(2 * PUBLIC_MAX);
  expect(fill("2001:db8:42:200")).toBe(0);
  expect(fill("2001:db8:43:0")).toBe(PUBLIC_MAX);
});
