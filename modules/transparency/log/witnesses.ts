/**
 * Asks the witnesses to cosign the newest checkpoint, and stores their signatures. A witness signs
 * only if the log grew since the last checkpoint that it signed, so no visitor can be shown another
 * history.
 */
import {
  consistencyRanges,
  formatAddCheckpoint,
  parseNote,
  parseSignature,
  parseSize,
  parseVkey,
  verifyNote,
  WITNESS_KEY,
  type VerifierKey,
} from "#log";
import { StartError, type Clock, type Config, type Database, type Log } from "#platform";
import { cosignedSize, insertCosignature } from "./cosignatures-table.ts";
import {
  newestHead,
  newestLog,
  readRanges,
  type Head,
  type Log as PublicLog,
} from "./log-table.ts";

export interface Witness {
  /** Address before `/add-checkpoint`, without a trailing slash. */
  readonly url: string;
  readonly key: VerifierKey;
}

/** Checks the witnesses of the configuration. Throws a StartError. */
export function openWitnesses(witnesses: Config["witnesses"]): Witness[] {
  return witnesses.map(({ url, vkey }) => {
    const key = parseVkey(vkey);
    if (key?.algorithm === WITNESS_KEY) return { url, key };
    throw new StartError(
      `WITNESSES: the key of ${url} is not a cosignature key (name+id+key, as the witness prints it).`,
    );
  });
}

export interface WitnessDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly witnesses: readonly Witness[];
}

const WAIT_MS_MAX = 10_000;
const ANSWER_BYTES_MAX = 65_536;
const OK = 200;
const CONFLICT = 409;

/** Asks every witness that has not signed the newest checkpoint. Errors are only logged. */
export async function askWitnesses(deps: WitnessDeps, signal?: AbortSignal): Promise<void> {
  const { database, witnesses, log } = deps;
  const publicLog = await newestLog(database);
  const head = publicLog && (await newestHead(database, publicLog));
  if (!head) return;
  await Promise.all(
    witnesses.map(async (witness) => {
      try {
        await askWitness(deps, { witness, publicLog, head, signal });
      } catch (error) {
        log.warn({ error, witness: witness.key.name }, "a witness did not cosign the checkpoint");
      }
    }),
  );
}

interface Request {
  readonly witness: Witness;
  readonly publicLog: PublicLog;
  readonly head: Head;
  readonly signal?: AbortSignal | undefined;
}

async function askWitness({ database, clock }: WitnessDeps, request: Request): Promise<void> {
  const { witness, publicLog, head } = request;
  const { name } = witness.key;
  const signedSize = await cosignedSize(database, publicLog, name);
  if (signedSize === head.size) return;
  let answer = await addCheckpoint(database, request, signedSize);
  if (answer.status === CONFLICT) {
    const size = parseSize(answer.text.trimEnd());
    if (size === undefined) throw new Error("the witness answered 409 without a size");
    if (size > head.size) throw new Error(`the witness has seen ${size} leaves of this log`);
    answer = await addCheckpoint(database, request, size);
  }
  if (answer.status !== OK) throw new Error(`the witness answered with ${answer.status}`);
  const line = verifiedLine(head, witness.key, answer.text);
  if (line === undefined) throw new Error("the answer has no valid signature of the witness");
  const receivedAt = clock.now();
  await insertCosignature(database, publicLog, {
    size: head.size,
    witness: name,
    line,
    receivedAt,
  });
}

async function addCheckpoint(
  database: Database,
  { witness, publicLog, head, signal }: Request,
  oldSize: number,
): Promise<{ readonly status: number; readonly text: string }> {
  const ranges = oldSize === 0 ? [] : consistencyRanges(oldSize, head.size);
  const proof = await readRanges(database, publicLog, ranges);
  const timeout = AbortSignal.timeout(WAIT_MS_MAX);
  const response = await fetch(`${witness.url}/add-checkpoint`, {
    method: "POST",
    headers: { "content-type": "text/plain; charset=utf-8" },
    body: formatAddCheckpoint({ oldSize, proof, checkpoint: head.note }),
    redirect: "error",
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  return { status: response.status, text: await readLimited(response) };
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error("the answer of the witness is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Returns the witness's signature line of this checkpoint. Other lines are ignored. */
function verifiedLine(head: Head, key: VerifierKey, text: string): string | undefined {
  const note = parseNote(head.note);
  const lines = text.split("\n").map(parseSignature);
  const signatures = lines.filter((line) => line !== undefined);
  return note && verifyNote({ text: note.text, signatures }, key)?.line;
}
