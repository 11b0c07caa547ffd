/** Reads the passphrase of a backup's key file from BACKUP_PASSPHRASE or from the terminal. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { StartError } from "#platform";

const VARIABLE = "BACKUP_PASSPHRASE";
const CHARACTERS_MIN = 12;

/** Returns the passphrase. Throws a StartError if it is too short or no terminal is attached. */
export async function newPassphrase(): Promise<string> {
  const configured = process.env[VARIABLE];
  const passphrase = configured ?? (await ask("Passphrase for the keys of this copy: "));
  if (passphrase.length < CHARACTERS_MIN)
    throw new StartError(`${VARIABLE} must have at least ${CHARACTERS_MIN} characters.`);
  if (configured === undefined && passphrase !== (await ask("Repeat the passphrase: ")))
    throw new StartError("The two passphrases differ.");
  return passphrase;
}

export async function readPassphrase(): Promise<string> {
  return process.env[VARIABLE] ?? ask("Passphrase of the copy's keys: ");
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new StartError(`${VARIABLE} is not set, and there is no terminal to enter it.`);
  process.stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, callback) => callback() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  lines.once("SIGINT", () => process.exit(1));
  const answer = await lines.question("");
  lines.close();
  process.stderr.write("\n");
  return answer;
}
