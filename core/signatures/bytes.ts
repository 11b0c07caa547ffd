/**
 * Reads and writes Bitcoin's byte formats: little-endian numbers, length-prefixed contents, strict
 * base64.
 */
import { base64 } from "@scure/base";

/** Encodes a length of up to 2^32 - 1, which is enough for messages and witnesses. */
export function compactSize(count: number): Uint8Array {
  if (count < 0xfd) return Uint8Array.of(count);
  if (count <= 0xffff) return Uint8Array.of(0xfd, count & 0xff, count >> 8);
  return concat(Uint8Array.of(0xfe), uint32(count));
}

export function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** Decodes base64. Returns undefined for any non-canonical form. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses a witness: the number of elements, then each element with a one-byte length prefix.
 * Returns undefined unless the elements use all bytes exactly.
 */
export function witnessElements(bytes: Uint8Array): Uint8Array[] | undefined {
  const [count = 0] = bytes;
  const elements: Uint8Array[] = [];
  let at = 1;
  for (let index = 0; index < count; index += 1) {
    const length = bytes[at];
    if (length === undefined || length >= 0xfd || at + 1 + length > bytes.length) return undefined;
    elements.push(bytes.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return at === bytes.length ? elements : undefined;
}
