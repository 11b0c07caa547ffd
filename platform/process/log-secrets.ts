/**
 * Removes apparent secrets from a log line, because a library's error may repeat its input. Our own
 * messages must not contain secrets in the first place, so the patterns are a second line of
 * defence.
 */
import { wordlist } from "@scure/bip39/wordlists/english.js";

/** A rule that replaces matches of a pattern by a label in brackets. */
type Rule = readonly [pattern: RegExp, replacement: string];

/** Matches the start of a word. JSON writes a preceding line break as a backslash and a letter. */
const START = String.raw`(?:(?<=\\[nrt])|(?<![\\\w]))`;
/**
 * Matches the start of a run of base64url characters. A pattern that could also match inside a long
 * run would scan the rest of the run from each position.
 */
const RUN = String.raw`(?:(?<=\\[nrt])|(?<![\\\w-]))`;
const rule = (start: string, rest: RegExp): RegExp => new RegExp(start + rest.source, rest.flags);

const RULES: readonly Rule[] = [
  [rule(RUN, /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g), "[JWT]"],
  // Matches logins in URLs: https://user:password@host, https://token@host
  [/:\/\/[^\s/?#"'@\\]+@/g, "://[secret]@"],
  [rule(START, /[a-z]prv[1-9A-HJ-NP-Za-km-z]{60,}/g), "[xprv]"],
  [rule(START, /[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}\b/g), "[WIF]"],
  [/\b((?:\w*token(?:_hash)?|code|setup|secret|password)=)[^\s"'&\\]+/gi, "$1[secret]"],
  // Matches six digits near the word "code" in the same field of the line.
  [/(\bcodes?\b[^\d,{}]{0,40})\d{6}\b/gi, "$1[code]"],
  [rule(START, /\d{6}\b(?=[^\d,{}]{1,20}\bcode\b)/gi), "[code]"],
  // Matches recovery codes and authenticator secrets in the form that the pages show.
  [rule(START, /[a-z2-7]{4}(?:-[a-z2-7]{4}){3}\b/g), "[recovery code]"],
  [rule(START, /[A-Z2-7]{32}\b/g), "[authenticator secret]"],
  // Matches refresh tokens and link tokens. Random base64url text of these lengths contains upper
  // case, lower case and digits.
  [
    rule(RUN, /(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)(?:[\w-]{43}|[\w-]{48})(?![\w-])/g),
    "[token]",
  ],
];

const SEED_WORDS_MIN = 12;
const WORDS: ReadonlySet<string> = new Set(wordlist);
/** Matches the space between words, including as JSON writes it. */
const GAP = String.raw`(?:\s|,|\\[nrt])+`;
const MANY_WORDS = new RegExp(`${START}[a-z]{3,8}(?:${GAP}[a-z]{3,8}){11,}\\b`, "g");
const GAPS = new RegExp(GAP);

/**
 * Returns a function that removes secrets from a line of JSON. `secrets` are configured secrets,
 * which are removed literally.
 */
export function secretsRemover(secrets: readonly string[] = []): (line: string) => string {
  const written = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) => {
    let clean = written.reduce((text, secret) => text.replaceAll(secret, "[secret]"), line);
    for (const [pattern, replacement] of RULES) clean = clean.replaceAll(pattern, replacement);
    return clean.replaceAll(MANY_WORDS, withoutSeed);
  };
}

/**
 * Removes runs of twelve or more words of the BIP-39 list. Such runs do not occur in ordinary
 * English, because words outside the list interrupt them.
 */
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
