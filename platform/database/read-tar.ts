/**
 * Reads the files of a tar archive one by one. Supports only the format that PostgreSQL writes:
 * POSIX ustar, names of at most 99 bytes, no extensions.
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06
 */

export interface TarEntry {
  /** A relative path with slashes, below the target folder. */
  readonly name: string;
  readonly kind: "file" | "folder";
  readonly mode: number;
  /** The content must be read to its end before the next entry is requested. */
  readonly content: AsyncIterable<Buffer>;
}

const BLOCK = 512;
const KINDS: Readonly<Record<string, TarEntry["kind"]>> = {
  "0": "file",
  "\0": "file",
  "5": "folder",
};

/**
 * Yields the files and folders. Throws an Error if the source is not such an archive or ends too
 * early.
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = createReader(source);
  for (;;) {
    const header = await bytes.take(BLOCK);
    // Two zero blocks mark the end of the archive. Any data after the two blocks is read and
    // ignored.
    if (header === undefined || header.every((byte) => byte === 0)) break;
    const { name, kind, mode, size } = parseHeader(header);
    let remaining = size;
    yield { name, kind, mode, content: content() };
    if (remaining > 0) throw new Error(`${name} in the archive was not read`);
    await bytes.take((BLOCK - (size % BLOCK)) % BLOCK);

    async function* content(): AsyncGenerator<Buffer> {
      while (remaining > 0) {
        const chunk = await bytes.some(remaining);
        remaining -= chunk.length;
        yield chunk;
      }
    }
  }
  await bytes.drain();
}

function parseHeader(header: Buffer) {
  const text = (from: number, to: number): string =>
    header.toString("latin1", from, to).replace(/\0[^]*$/, "");
  const octal = (from: number, to: number): number => {
    const digits = text(from, to).trim();
    if (!/^[0-7]+$/.test(digits)) throw new Error("not a header of a tar archive");
    return Number.parseInt(digits, 8);
  };
  const blank = Buffer.from(header).fill(" ", 148, 156);
  const sum = blank.reduce((total, byte) => total + byte, 0);
  if (octal(148, 156) !== sum) throw new Error("a damaged header of a tar archive");
  const name = text(0, 100).replace(/^\.\//, "").replace(/\/$/, "");
  const kind = KINDS[header.toString("latin1", 156, 157)];
  if (kind === undefined) throw new Error(`${name} in the archive is neither a file nor a folder`);
  if (name.startsWith("/") || name.split("/").includes(".."))
    throw new Error(`${name} in the archive points out of its folder`);
  return { name, kind, mode: octal(100, 108) & 0o777, size: octal(124, 136) };
}

function createReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  /** Reads the next chunk. Returns false at the end of the archive. */
  async function more(): Promise<boolean> {
    const { value, done } = await chunks.next();
    if (done === true) return false;
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  }

  return {
    /** Returns `count` bytes, or undefined at the end of the archive. */
    async take(count: number): Promise<Buffer | undefined> {
      while (rest.length < count)
        if (!(await more())) {
          if (rest.length === 0) return undefined;
          throw new Error("the archive ends too early");
        }
      const chunk = rest.subarray(0, count);
      rest = rest.subarray(count);
      return chunk;
    },
    /** Returns the available bytes, at most `max`. */
    async some(max: number): Promise<Buffer> {
      while (rest.length === 0) if (!(await more())) throw new Error("the archive ends too early");
      const chunk = rest.subarray(0, max);
      rest = rest.subarray(chunk.length);
      return chunk;
    },
    /**
     * Reads to the end. This is necessary because the last block of a sealed stream authenticates
     * the whole stream.
     */
    async drain(): Promise<void> {
      for (;;) if ((await chunks.next()).done === true) return;
    },
  };
}
