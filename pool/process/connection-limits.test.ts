import { expect, test } from "vitest";
import { connectionLimits, CONNECTIONS_MAX } from "./connection-limits.ts";

const PUBLIC_MAX = 100;

test.each([
  ["203.0.113.9", PUBLIC_MAX],
  ["::ffff:203.0.113.9", PUBLIC_MAX],
  ["2001:db8::9", PUBLIC_MAX],
  ["127.0.0.1", CONNECTIONS_MAX],
  ["::1", CONNECTIONS_MAX],
  ["::ffff:172.17.0.1", CONNECTIONS_MAX],
  ["192.168.1.7", CONNECTIONS_MAX],
  ["fd00::7", CONNECTIONS_MAX],
  ["fe80::1%eth0", CONNECTIONS_MAX],
])("%s may connect %i times", (address, most) => {
  const limits = connectionLimits();
  for (let count = 0; count < most; count += 1) expect(limits.enter(address)).toBe(true);
  expect(limits.enter(address)).toBe(false);
  expect(limits.count()).toBe(most);
  limits.leave(address);
  expect(limits.enter(address)).toBe(true);
});

test("the total counts for everybody, and one address is another's under each of its spellings", () => {
  const limits = connectionLimits();
  for (let count = 0; count < PUBLIC_MAX; count += 1) limits.enter("203.0.113.9");
  expect(limits.enter("::ffff:203.0.113.9")).toBe(false);
  while (limits.count() < CONNECTIONS_MAX) limits.enter("127.0.0.1");
  expect(limits.enter("203.0.113.10")).toBe(false);
});

test("a network of IPv6 is one customer, however many addresses it has", () => {
  const limits = connectionLimits();
  for (let count = 0; count < PUBLIC_MAX; count += 1)
    expect(limits.enter(`2001:db8::${count.toString(16)}`)).toBe(true);
  expect(limits.enter("2001:db8:0:0:ffff::1")).toBe(false);
  expect(limits.enter("2001:db8:0:1::1")).toBe(true);
  limits.leave("2001:db8::7");
  expect(limits.enter("2001:db8:0:0:ffff::1")).toBe(true);
});
