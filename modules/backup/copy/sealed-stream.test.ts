/**
 * Tests that an encrypted file is decrypted unchanged, and that changed, truncated or rearranged
 * files are refused.
 */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { fileKey, unsealStream, sealStream } from "./sealed-stream.ts";

const FRAME = 1 << 20;
const SEALED_FRAME = FRAME + 16;
const NOT_OPENED = "was changed or cut off";
const key = fileKey(randomBytes(32), "database.sealed");

async function all(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Returns chunks whose boundaries differ from the frame boundaries. */
async function* pieces(bytes: Buffer, size = 77_777): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const seal = (bytes: Buffer): Promise<Buffer> => all(sealStream(pieces(bytes), key));
const open = (bytes: Buffer, withKey = key): Promise<Buffer> =>
  all(unsealStream(pieces(bytes), withKey));

test.each([0, 1, FRAME - 1, FRAME, FRAME + 1, 3 * FRAME])(
  "%i bytes are decrypted unchanged",
  async (length) => {
    const bytes = randomBytes(length);
    const sealedBytes = await seal(bytes);
    expect(sealedBytes.length).toBe(length + 16 * Math.max(1, Math.ceil(length / FRAME)));
    expect((await open(sealedBytes)).equals(bytes)).toBe(true);
  },
);

test("changed, truncated or rearranged files are refused", async () => {
  const sealedBytes = await seal(randomBytes(2 * FRAME + 5));
  const [first, second, last] = [
    sealedBytes.subarray(0, SEALED_FRAME),
    sealedBytes.subarray(SEALED_FRAME, 2 * SEALED_FRAME),
    sealedBytes.subarray(2 * SEALED_FRAME),
  ];
  const changed = Buffer.from(sealedBytes);
  changed[SEALED_FRAME + 9] = (changed[SEALED_FRAME + 9] ?? 0) ^ 1;
  const wrong = [
    changed,
    sealedBytes.subarray(0, -1),
    Buffer.concat([first, second]),
    Buffer.concat([first, last]),
    Buffer.concat([second, first, last]),
    Buffer.concat([sealedBytes, last]),
    Buffer.alloc(0),
    Buffer.alloc(7),
  ];
  for (const bytes of wrong) await expect(open(bytes)).rejects.toThrow(NOT_OPENED);
  await expect(open(sealedBytes, fileKey(randomBytes(32), "database.sealed"))).rejects.toThrow(
    NOT_OPENED,
  );
});

test("each file of a backup has its own key", () => {
  const copyKey = randomBytes(32);
  expect(fileKey(copyKey, "a").equals(fileKey(copyKey, "b"))).toBe(false);
});
