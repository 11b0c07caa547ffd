/**
 * Computes the checksum of an output descriptor (BIP380), which is the eight characters after `#`.
 * Pure.
 */
const INPUT =
  "0123456789()[],'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#\"\\ ";
const CHECKSUM = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];
const CHECKSUM_CHARACTERS = 8;
const SYMBOL_BITS = 5n;
const SYMBOL_MASK = 31;

function step(state: bigint, value: number): bigint {
  const top = state >> 35n;
  const shifted = ((state & 0x7ffffffffn) << SYMBOL_BITS) ^ BigInt(value);
  return GENERATOR.reduce(
    (sum, generator, bit) => (((top >> BigInt(bit)) & 1n) === 1n ? sum ^ generator : sum),
    shifted,
  );
}

/**
 * Returns the checksum, or undefined if the text contains a character that is not allowed in
 * descriptors.
 */
export function descriptorChecksum(body: string): string | undefined {
  let state = 1n;
  let group = 0;
  let grouped = 0;
  for (const character of body) {
    const place = INPUT.indexOf(character);
    if (place === -1) return undefined;
    state = step(state, place & SYMBOL_MASK);
    group = group * 3 + (place >> 5);
    grouped += 1;
    if (grouped < 3) continue;
    state = step(state, group);
    [group, grouped] = [0, 0];
  }
  if (grouped > 0) state = step(state, group);
  for (let count = 0; count < CHECKSUM_CHARACTERS; count += 1) state = step(state, 0);
  state ^= 1n;
  return Array.from({ length: CHECKSUM_CHARACTERS }, (_, place) => {
    const shift = SYMBOL_BITS * BigInt(CHECKSUM_CHARACTERS - 1 - place);
    return CHECKSUM[Number((state >> shift) & BigInt(SYMBOL_MASK))] ?? "";
  }).join("");
}
