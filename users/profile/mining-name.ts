/** Names for mining machines that users will connect: public, so never made from the e-mail address. */
import { randomInt } from "node:crypto";

/** Without letters and digits that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const RANDOM_LENGTH = 8;

/** Such as `miner-k7x2m9qd`; 8 * 10^11 of them. */
export function randomMiningName(): string {
  const letters = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `miner-${letters.join("")}`;
}
