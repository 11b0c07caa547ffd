/** A password for somebody else: without letters that look alike, about 95 bits. */
const LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 16;

export function randomPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH * 4));
  // Bytes beyond a whole number of alphabets would favour its first letters.
  const fair = bytes.filter((byte) => byte < 256 - (256 % LETTERS.length)).slice(0, LENGTH);
  return Array.from(fair, (byte) => LETTERS[byte % LETTERS.length]).join("");
}
