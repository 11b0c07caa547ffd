/**
 * Bytes to lines, whatever packets they come in. The limit is one line's, not one packet's: an
 * honest client may send many lines at once.
 */
export interface LineReader {
  /** What became whole; undefined when a line is too long. `bytesMax` is that of this moment. */
  push(bytes: Buffer, bytesMax: number): readonly string[] | undefined;
}

const NEWLINE = 0x0a;

export function createLineReader(): LineReader {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  return {
    push(bytes, bytesMax) {
      const lines: string[] = [];
      let from = 0;
      for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
        if (begunBytes + at - from > bytesMax) return undefined;
        const line = Buffer.concat([...begun, bytes.subarray(from, at)]).toString("utf8");
        [begun, begunBytes, from] = [[], 0, at + 1];
        if (line.trim() !== "") lines.push(line);
      }
      if (begunBytes + bytes.length - from > bytesMax) return undefined;
      if (from < bytes.length) {
        // A copy: a few bytes must not keep the packet that they came in.
        begun.push(Buffer.from(bytes.subarray(from)));
        begunBytes += bytes.length - from;
      }
      // A client that sends byte by byte must not cost an object for each.
      if (begun.length > PIECES_MAX) begun = [Buffer.concat(begun)];
      return lines;
    },
  };
}

const PIECES_MAX = 64;
