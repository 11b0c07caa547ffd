/**
 * A witness of one installation's public log. It signs a checkpoint only if the log grew since the
 * last one that it signed, and stores what it signs before it answers. It never signs two
 * histories of a log.
 *
 * Source: https://c2sp.org/tlog-witness
 */
import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import {
  cosign,
  formatVkey,
  isConsistent,
  LOG_KEY,
  parseAddCheckpoint,
  parseCheckpoint,
  parseNote,
  parseVkey,
  publicKeyOf,
  verifyNote,
  WITNESS_KEY,
  type AddCheckpoint,
  type Checkpoint,
  type VerifierKey,
} from "#log";
import { keepFile, StartError } from "#platform";

const stateSchema = z.strictObject({
  name: z.string(),
  /** 32 bytes in base64. */
  secretKey: z.string(),
  /** Key of the log, as it was when the witness started for the first time. */
  logKey: z.string(),
  /** The newest cosigned checkpoint of each origin. */
  checkpoints: z.array(
    z.strictObject({ origin: z.string(), size: z.int(), root: z.string(), note: z.string() }),
  ),
});

type State = z.output<typeof stateSchema>;

export interface Answer {
  readonly status: number;
  readonly contentType?: string;
  readonly text: string;
}

export interface Witness {
  /** The witness's public key, which the operator of the log adds to WITNESSES. */
  readonly vkey: string;
  readonly logKey: string;
  /** Answers the body of an add-checkpoint request. Requests wait for each other. */
  addCheckpoint(body: string): Promise<Answer>;
  /** Returns the newest cosigned checkpoint. `hash` is the SHA-256 of its origin in hex. */
  checkpointOf(hash: string): string | undefined;
}

interface Plan {
  readonly file: string;
  /** Returns the key of the log. Called only if the file does not exist. */
  readonly learnKey: () => Promise<string>;
  readonly now?: () => Date;
}

export async function openWitness({
  file,
  learnKey,
  now = () => new Date(),
}: Plan): Promise<Witness> {
  let state = (await readState(file)) ?? (await createState(file, learnKey));
  const logKey = parseVkey(state.logKey);
  if (logKey?.algorithm !== LOG_KEY) throw new StartError(`${file} has no key of a log.`);
  const secretKey = Buffer.from(state.secretKey, "base64");
  const own = { name: state.name, algorithm: WITNESS_KEY, publicKey: publicKeyOf(secretKey) };

  const decide = async (body: string): Promise<Answer> => {
    const decision = judge(body, state, logKey);
    if ("status" in decision) return decision;
    const { checkpoint, text } = decision;
    const line = cosign(text, own, { secretKey, at: now() });
    const { origin, size, root } = checkpoint;
    const signed = {
      origin,
      size,
      root: Buffer.from(root).toString("hex"),
      note: `${decision.note}${line}\n`,
    };
    const others = state.checkpoints.filter((one) => one.origin !== origin);
    const next = { ...state, checkpoints: [...others, signed] };
    await keepFile(file, JSON.stringify(next));
    state = next;
    return { status: 200, text: `${line}\n` };
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    vkey: formatVkey(own),
    logKey: state.logKey,
    addCheckpoint(body) {
      const answer = last.then(() => decide(body));
      last = answer.catch(() => undefined);
      return answer;
    },
    checkpointOf: (hash) => state.checkpoints.find(({ origin }) => sha256(origin) === hash)?.note,
  };
}

async function readState(file: string): Promise<State | undefined> {
  try {
    return stateSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new StartError(`${file} is not the state of a witness.`, { cause: error });
  }
}

async function createState(file: string, learnKey: () => Promise<string>): Promise<State> {
  const state = {
    name: `hashfloor-witness/${randomBytes(8).toString("hex")}`,
    secretKey: randomBytes(32).toString("base64"),
    logKey: await learnKey(),
    checkpoints: [],
  };
  await keepFile(file, JSON.stringify(state));
  return state;
}

interface Signable {
  readonly checkpoint: Checkpoint;
  /** The text to sign. */
  readonly text: string;
  /** The checkpoint with the log's signature. */
  readonly note: string;
}

const refuse = (status: number, text: string): Answer => ({ status, text: `${text}\n` });

/** Returns the checkpoint if the witness may sign it, or the refusal of the specification. */
function judge(body: string, state: State, logKey: VerifierKey): Answer | Signable {
  const request = parseAddCheckpoint(body);
  const note = request && parseNote(request.checkpoint);
  const checkpoint = note && parseCheckpoint(note.text);
  if (!checkpoint) return refuse(400, "malformed request");
  const { origin, size } = checkpoint;
  if (installationOf(origin) !== installationOf(logKey.name)) return refuse(404, "unknown log");
  const signature = verifyNote(note, { ...logKey, name: origin });
  if (!signature) return refuse(403, "not signed by the key of the log");
  if (request.oldSize > size) return refuse(400, "the old size is larger than the new one");
  const signed = state.checkpoints.find((one) => one.origin === origin);
  const oldSize = signed?.size ?? 0;
  if (request.oldSize !== oldSize)
    return { status: 409, contentType: "text/x.tlog.size", text: `${oldSize}\n` };
  if (!isGrown(request, checkpoint, signed)) return refuse(422, "not consistent");
  return { checkpoint, text: note.text, note: `${note.text}\n${signature.line}\n` };
}

function isGrown(
  { proof }: AddCheckpoint,
  checkpoint: Checkpoint,
  signed: State["checkpoints"][number] | undefined,
): boolean {
  if (!signed) return proof.length === 0 && checkpoint.size > 0;
  const root = Uint8Array.from(Buffer.from(signed.root, "hex"));
  return isConsistent(proof, { size: signed.size, root }, checkpoint);
}

/** The origin without the generation, which a restore of the installation increases. */
function installationOf(origin: string): string {
  return origin.replace(/\/\d+$/, "");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
