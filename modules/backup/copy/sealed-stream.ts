/**
 * Encrypts a backup's confidential files as streams of any length (STREAM,
 * https://eprint.iacr.org/2015/189). A stream consists of AES-256-GCM frames. A frame can be
 * decrypted only if it is unchanged and in its original position, and the last frame is marked.
 * Changes, reordering and truncation are therefore detected. Each key encrypts only one file, so
 * the frame number can be the nonce.
 */
import { createCipheriv, createDecipheriv, hkdfSync, type DecipherGCM } from "node:crypto";
import { StartError } from "#platform";

const FRAME_BYTES = 1 << 20;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
const CHANGED = "The copy is damaged: one of its files was changed or cut off.";

/** Derives the key of one of the backup's files. */
export function fileKey(copyKey: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync("sha256", copyKey, "", `hashfloor copy ${name}`, KEY_BYTES));
}

export async function* sealStream(
  source: AsyncIterable<Buffer>,
  key: Buffer,
): AsyncGenerator<Buffer> {
  for await (const { bytes, number, isLast } of frames(source, FRAME_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Decrypts a file. Throws a StartError if it was changed or encrypted with another key. */
export async function* unsealStream(
  source: AsyncIterable<Buffer>,
  key: Buffer,
): AsyncGenerator<Buffer> {
  for await (const { bytes, number, isLast } of frames(source, FRAME_BYTES + TAG_BYTES)) {
    const end = bytes.length - TAG_BYTES;
    if (end < 0) throw new StartError(CHANGED);
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number, isLast));
    decipher.setAuthTag(bytes.subarray(end));
    const text = decipher.update(bytes.subarray(0, end));
    yield Buffer.concat([text, lastOf(decipher)]);
  }
}

function lastOf(decipher: DecipherGCM): Buffer {
  try {
    return decipher.final();
  } catch (cause) {
    throw new StartError(CHANGED, { cause });
  }
}

interface Frame {
  readonly bytes: Buffer;
  readonly number: number;
  readonly isLast: boolean;
}

/**
 * Splits the stream into frames of `size` bytes. The last frame may be shorter; an empty stream has
 * one empty frame.
 */
async function* frames(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Frame> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 0;
  for await (const chunk of source) {
    parts.push(chunk);
    length += chunk.length;
    if (length <= size) continue;
    let rest = Buffer.concat(parts);
    for (; rest.length > size; rest = rest.subarray(size)) {
      yield { bytes: rest.subarray(0, size), number, isLast: false };
      number += 1;
    }
    parts = [rest];
    length = rest.length;
  }
  yield { bytes: Buffer.concat(parts), number, isLast: true };
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(number, NONCE_BYTES - 5);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}
