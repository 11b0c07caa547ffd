/** Whom a limit per address counts: the address of IPv4, the whole /64 of IPv6. */

/**
 * One customer of a provider has 2^64 addresses of IPv6: they count as one. What is no address
 * counts as itself.
 */
export function networkOf(ip: string): string {
  const isVersion6 = ip.includes(":") && !/^::ffff:\d+\./i.test(ip);
  if (!isVersion6) return ip.replace(/^::ffff:/i, "");
  const [head = "", tail = ""] = ip.split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  const zeros = ip.includes("::") ? 8 - before.length - after.length : 0;
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
