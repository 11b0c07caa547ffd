/** Writes and reads one encrypted file of a backup, whose length and digest are in the manifest. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StartError } from "#platform";
import type { Manifest } from "./manifest.ts";
import { fileKey, unsealStream, sealStream } from "./sealed-stream.ts";

export type FileEntry = Manifest["files"][number];

interface Place {
  readonly folder: string;
  readonly name: string;
}

export async function writeSealed(
  { folder, name }: Place,
  content: AsyncIterable<Buffer>,
  copyKey: Buffer,
): Promise<FileEntry> {
  return writeCounted({ folder, name }, sealStream(content, fileKey(copyKey, name)));
}

export async function writePlain(place: Place, text: string): Promise<FileEntry> {
  return writeCounted(place, [Buffer.from(text)]);
}

async function writeCounted(
  { folder, name }: Place,
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<FileEntry> {
  const hash = createHash("sha256");
  let bytes = 0;
  const file = createWriteStream(join(folder, name), { flags: "wx", mode: 0o600 });
  await pipeline(
    Readable.from(content),
    async function* count(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    file,
  );
  return { name, bytes, sha256: hash.digest("hex") };
}

export function readSealed({ folder, name }: Place, copyKey: Buffer): AsyncGenerator<Buffer> {
  return unsealStream(createReadStream(join(folder, name)), fileKey(copyKey, name));
}

/** Throws a StartError that names the first file that differs from the manifest. */
export async function assertUndamaged(folder: string, files: readonly FileEntry[]): Promise<void> {
  for (const { name, bytes, sha256 } of files) {
    const hash = createHash("sha256");
    let length = 0;
    try {
      for await (const chunk of createReadStream(join(folder, name))) {
        hash.update(chunk as Buffer);
        length += (chunk as Buffer).length;
      }
    } catch (cause) {
      throw new StartError(`The copy is damaged: ${name} cannot be read.`, { cause });
    }
    if (length !== bytes || hash.digest("hex") !== sha256)
      throw new StartError(`The copy is damaged: ${name} was changed.`);
  }
}
