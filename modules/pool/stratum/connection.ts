/**
 * Splits a byte stream into lines, regardless of packet boundaries. The length limit applies to
 * lines instead of packets, because an honest client may send many lines in one packet.
 */
export interface LineReader {
  /**
   * Returns the complete lines, or undefined if a line exceeds `bytesMax`. The limit may differ
   * between calls.
   */
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
        // Copy the remaining bytes, because a slice would keep its whole packet in memory.
        begun.push(Buffer.from(bytes.subarray(from)));
        begunBytes += bytes.length - from;
      }
      // Join the chunks. Otherwise, a client that sends single bytes would create one object per
      // byte.
      if (begun.length > PIECES_MAX) begun = [Buffer.concat(begun)];
      return lines;
    },
  };
}

const PIECES_MAX = 64;
