/**
 * Takes out of a log line what looks like a secret, wherever it stands: an error of a library may
 * repeat what it was given. Patterns are a second belt; what we write ourselves is not to carry a
 * secret in the first place.
 */
import { wordlist } from "@scure/bip39/wordlists/english.js";

/** Replaces what it finds by a name of it in brackets. */
type Rule = readonly [pattern: RegExp, replacement: string];

/** Where a word begins; JSON writes the end of the line before it as a backslash and a letter. */
const START = String.raw`(?:(?<=\\[nrt])|(?<![\\\w]))`;
/**
 * Where a run of base64url begins, and not within it: each place of a long run would read on to its
 * end.
 */
const RUN = String.raw`(?:(?<=\\[nrt])|(?<![\\\w-]))`;
const rule = (start: string, rest: RegExp): RegExp => new RegExp(start + rest.source, rest.flags);

const RULES: readonly Rule[] = [
  [rule(RUN, /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g), "[JWT]"],
  // https://user:password@host, https://token@host
  [/:\/\/[^\s/?#"'@\\]+@/g, "://[secret]@"],
  [rule(START, /[a-z]prv[1-9A-HJ-NP-Za-km-z]{60,}/g), "[xprv]"],
  [rule(START, /[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}\b/g), "[WIF]"],
  [/\b((?:\w*token(?:_hash)?|code|setup|secret|password)=)[^\s"'&\\]+/gi, "$1[secret]"],
  // Six digits beside "code", on either side, and not beyond the next field of the line.
  [/(\bcodes?\b[^\d,{}]{0,40})\d{6}\b/gi, "$1[code]"],
  [rule(START, /\d{6}\b(?=[^\d,{}]{1,20}\bcode\b)/gi), "[code]"],
  // Recovery codes and authenticator secrets, as they are shown.
  [rule(START, /[a-z2-7]{4}(?:-[a-z2-7]{4}){3}\b/g), "[recovery code]"],
  [rule(START, /[A-Z2-7]{32}\b/g), "[authenticator secret]"],
  // Refresh tokens and the tokens of links: random base64url of these lengths has all three kinds
  // of signs.
  [
    rule(RUN, /(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)(?:[\w-]{43}|[\w-]{48})(?![\w-])/g),
    "[token]",
  ],
];

const SEED_WORDS_MIN = 12;
const WORDS: ReadonlySet<string> = new Set(wordlist);
/** Between words, also as JSON writes it. */
const GAP = String.raw`(?:\s|,|\\[nrt])+`;
const MANY_WORDS = new RegExp(`${START}[a-z]{3,8}(?:${GAP}[a-z]{3,8}){11,}\\b`, "g");
const GAPS = new RegExp(GAP);

/**
 * Of lines of JSON. `known`: what this installation was configured with, taken out as it stands.
 */
export function secretsRemover(secrets: readonly string[] = []): (line: string) => string {
  const written = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) => {
    let clean = written.reduce((text, secret) => text.replaceAll(secret, "[secret]"), line);
    for (const [pattern, replacement] of RULES) clean = clean.replaceAll(pattern, replacement);
    return clean.replaceAll(MANY_WORDS, withoutSeed);
  };
}

/** Only runs of twelve or more words of the list: English has others in between. */
function withoutSeed(text: string): string {
  const parts: string[] = [];
  let run: string[] = [];
  const endRun = (): void => {
    parts.push(...(run.length >= SEED_WORDS_MIN ? ["[seed words]"] : run));
    run = [];
  };
  const words = text.split(GAPS);
  for (const word of words) {
    if (WORDS.has(word)) run.push(word);
    else {
      endRun();
      parts.push(word);
    }
  }
  endRun();
  return parts.length === words.length ? text : parts.join(" ");
}
