/**
 * Assigns extranonces: four bytes that are unique among open connections, starting at a random
 * value.
 */
import { randomInt } from "node:crypto";
import { EXTRANONCE1_BYTES } from "../stratum/job.ts";

export function openExtranonces() {
  const living = new Set<number>();
  let last = randomInt(2 ** 32);
  return {
    take(): Buffer {
      do last = (last + 1) >>> 0;
      while (living.has(last));
      living.add(last);
      const bytes = Buffer.alloc(EXTRANONCE1_BYTES);
      bytes.writeUInt32BE(last);
      return bytes;
    },
    giveBack: (bytes: Buffer) => void living.delete(bytes.readUInt32BE()),
  };
}
