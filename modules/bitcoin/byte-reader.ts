/**
 * Reads Bitcoin's wire format. Throws MalformedData when reading beyond the end or leaving bytes
 * unread.
 */
import { createHash } from "node:crypto";

/**
 * Thrown for malformed bytes from a node. Callers must stop instead of guessing, because the node
 * is broken.
 */
export class MalformedData extends Error {
  override readonly name = "MalformedData";
}

export class ByteReader {
  readonly bytes: Buffer;
  position = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  static fromHex(text: string): ByteReader {
    if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) throw new MalformedData("not hex");
    return new ByteReader(Buffer.from(text, "hex"));
  }

  take(length: number): Buffer {
    const end = this.position + length;
    if (end > this.bytes.length) throw new MalformedData("the data ends too early");
    const slice = this.bytes.subarray(this.position, end);
    this.position = end;
    return slice;
  }

  u8(): number {
    return this.take(1).readUInt8();
  }

  u32(): number {
    return this.take(4).readUInt32LE();
  }

  i32(): number {
    return this.take(4).readInt32LE();
  }

  u64(): bigint {
    return this.take(8).readBigUInt64LE();
  }

  /** Reads a CompactSize number. Only the shortest encoding is valid. */
  count(): number {
    const first = this.u8();
    if (first < 0xfd) return first;
    if (first === 0xfd) return this.shortest(this.take(2).readUInt16LE(), 0xfd);
    if (first === 0xfe) return this.shortest(this.u32(), 0x1_0000);
    throw new MalformedData("a length beyond every limit");
  }

  /** Reads a hash and returns it in the reversed hex that explorers and RPC use. */
  hash(): string {
    return displayHash(this.take(32));
  }

  /** Reads length-prefixed bytes as hex. */
  hexString(): string {
    return this.take(this.count()).toString("hex");
  }

  expectEnd(): void {
    if (this.position !== this.bytes.length) throw new MalformedData("bytes are left over");
  }

  private shortest(value: number, least: number): number {
    if (value < least) throw new MalformedData("a length that is not in its shortest form");
    return value;
  }
}

export function hash256(...parts: readonly Uint8Array[]): Buffer {
  const inner = createHash("sha256");
  for (const part of parts) inner.update(part);
  return createHash("sha256").update(inner.digest()).digest();
}

/** Converts a hash from internal byte order to the reversed hex that explorers and RPC use. */
export function displayHash(bytes: Uint8Array): string {
  return Buffer.from(bytes.toReversed()).toString("hex");
}

/** The inverse of `displayHash`. */
export function internalHash(text: string): Buffer {
  return Buffer.from(Buffer.from(text, "hex").toReversed());
}
