/** Records the secrets that a test plants, and searches for them in a server's output. */
import { randomBytes } from "node:crypto";

export interface Planted {
  plant(name: string, secret: string): string;
  readonly count: number;
  /** Returns the names of all planted secrets that the text contains. */
  foundIn(text: string): string[];
}

const LENGTH_MIN = 6;
const SIX_DIGITS = /^\d{6}$/;

export function plantSecrets(): Planted {
  const names = new Map<string, string>();
  return {
    plant(name, secret) {
      if (secret.length < LENGTH_MIN) throw new Error(`nothing to plant as ${name}`);
      names.set(secret, name);
      return secret;
    },
    get count() {
      return names.size;
    },
    foundIn: (text) =>
      [...names].filter(([secret]) => stands(secret, text)).map(([, name]) => name),
  };
}

/**
 * Returns true if the text contains the secret. A six-digit code does not match inside times and
 * longer numbers, where its digits can occur by chance.
 */
function stands(secret: string, text: string): boolean {
  if (!SIX_DIGITS.test(secret)) return text.includes(secret);
  return new RegExp(String.raw`(?<![\w.:-])${secret}(?![\w-])`).test(text);
}

export function newPassword(): string {
  return `planted ${randomBytes(9).toString("hex")}`;
}
