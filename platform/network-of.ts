/**
 * Determines the networks to which limits apply: an IPv4 address, or three prefixes of an IPv6
 * address.
 */

/** The source of a request, for limits per network. */
export interface Origin {
  readonly ip: string;
  /** True for a request from this machine to an installation that other machines cannot reach. */
  readonly isLocal?: boolean | undefined;
}

export interface Network {
  /** Name such as `203.0.113.7` or `2001:db8:1:2::/64`. */
  readonly name: string;
  /** Multiplier of the limit per IPv4 address. */
  readonly factor: number;
}

/**
 * IPv6 prefixes with limits: a home usually has a /64, a customer a /56, a company or tunnel a /48.
 * A wider prefix has a higher limit, so that neighbours do not use up each other's limits. This
 * higher limit is still far below the sum of the limits of the networks in the prefix.
 */
const PREFIXES = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 2 },
  { bits: 48, factor: 4 },
] as const;
const GROUP_BITS = 16;
const GROUPS = 8;

/**
 * Returns the networks, narrowest first. Returns an empty list for a local origin, which has no
 * per-network limit.
 */
export function networksOf({ ip, isLocal = false }: Origin): readonly Network[] {
  if (isLocal) return [];
  const groups = groupsOf(ip);
  if (!groups) return [{ name: plainAddress(ip), factor: 1 }];
  return PREFIXES.map(({ bits, factor }) => ({ name: prefixOf(groups, bits), factor }));
}

/** Returns the narrowest network. Text that is not an address is treated as its own network. */
export function networkOf(ip: string): string {
  const groups = groupsOf(ip);
  return groups ? prefixOf(groups, PREFIXES[0].bits) : plainAddress(ip);
}

/**
 * Returns the network that receives one fair share. A /48 receives one share, however many networks
 * it contains.
 */
export function widestNetworkOf(ip: string): string {
  return networksOf({ ip }).at(-1)?.name ?? ip;
}

/** Removes the name of the interface and converts an IPv4-mapped IPv6 address to IPv4. */
export function plainAddress(ip: string): string {
  const address = ip.replace(/%.*$/, "");
  const groups = address.includes(":") ? parseGroups(address) : undefined;
  if (!groups || !isMappedVersion4(groups)) return address;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

/**
 * Returns the groups of an IPv6 address. Undefined for IPv4, for IPv4-mapped addresses, and for
 * text that is not an address.
 */
function groupsOf(ip: string): readonly number[] | undefined {
  const address = plainAddress(ip);
  return address.includes(":") ? parseGroups(address) : undefined;
}

function prefixOf(groups: readonly number[], bits: number): string {
  const masked = groups.slice(0, Math.ceil(bits / GROUP_BITS)).map((group, place) => {
    const keptBits = Math.min(GROUP_BITS, bits - place * GROUP_BITS);
    return group & (0xffff << (GROUP_BITS - keptBits)) & 0xffff;
  });
  return `${masked.map((group) => group.toString(16)).join(":")}::/${bits}`;
}

/** Parses the eight groups of an IPv6 address in any spelling. */
function parseGroups(address: string): readonly number[] | undefined {
  const [head = "", tail] = address.split("::");
  const before = numbersOf(head);
  const after = numbersOf(tail ?? "");
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length;
  if (zeros < 0) return undefined;
  const groups = [...before, ...Array.from({ length: zeros }, () => 0), ...after];
  const isAddress = groups.length === GROUPS && groups.every((group) => group >= 0);
  return isAddress ? groups : undefined;
}

function numbersOf(text: string): readonly number[] {
  return text
    .split(":")
    .filter(Boolean)
    .flatMap((group) => (group.includes(".") ? version4Groups(group) : [groupNumber(group)]));
}

function groupNumber(group: string): number {
  return /^[0-9a-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : -1;
}

function version4Groups(text: string): readonly number[] {
  const bytes = text.split(".").map(Number);
  const [a = -1, b = -1, c = -1, d = -1] = bytes;
  const isAddress = bytes.length === 4 && bytes.every((byte) => byte >= 0 && byte <= 255);
  return isAddress ? [a * 256 + b, c * 256 + d] : [-1];
}

function isMappedVersion4(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}
