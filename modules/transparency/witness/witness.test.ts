/**
 * Tests that a witness signs only a log that grew, keeps its state over a kill, and never signs two
 * histories; and that the log publishes only valid signatures.
 */
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  consistencyOf,
  formatAddCheckpoint,
  formatCheckpoint,
  formatVkey,
  hashLeaf,
  LOG_KEY,
  parseNote,
  parseVkey,
  publicKeyOf,
  rootOfLeaves,
  signNote,
  verifyNote,
} from "#log";
import { openMasterKey, silentLog, systemClock } from "#platform";
import { forexMarketAt } from "../../../test/support/money/forex-market.ts";
import { operator } from "../../../test/support/money/operator-products.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { memoryFolder } from "../../../test/support/servers/scratch-folder.ts";
import { updateLog } from "../log/log-worker.ts";
import { readCheckpoint, readLogStatement } from "../log/present-log.ts";
import { askWitnesses, openWitnesses } from "../log/witnesses.ts";
import { openWitness, type Answer, type Witness } from "./witness.ts";

const SECRET = new Uint8Array(32).fill(3);
const ORIGIN = "hashfloor/aa/1";
const VKEY = formatVkey({ name: ORIGIN, algorithm: LOG_KEY, publicKey: publicKeyOf(SECRET) });

const leaves = (count: number, seed = "leaf") =>
  Array.from({ length: count }, (_, index) => hashLeaf(Buffer.from(`${seed} ${index}`)));

interface Signed {
  readonly origin?: string;
  readonly secret?: Uint8Array;
  readonly hashes: readonly Uint8Array[];
}

function signed({ origin = ORIGIN, secret = SECRET, hashes }: Signed): string {
  const text = formatCheckpoint({ origin, size: hashes.length, root: rootOfLeaves(hashes) });
  const key = { name: origin, algorithm: LOG_KEY, publicKey: publicKeyOf(secret) };
  return signNote(text, key, secret);
}

function grown(oldSize: number, of: Signed): string {
  const proof = oldSize === 0 ? [] : consistencyOf(of.hashes, oldSize);
  return formatAddCheckpoint({ oldSize, proof, checkpoint: signed(of) });
}

const open = (file: string) => openWitness({ file, learnKey: () => Promise.resolve(VKEY) });

function isSignedBy(witness: Witness, of: Signed, { text }: Answer): boolean {
  const key = parseVkey(witness.vkey);
  const note = parseNote(signed(of) + text);
  return key !== undefined && note !== undefined && verifyNote(note, key) !== undefined;
}

test("a witness signs a log that grows", async () => {
  const witness = await open(join(memoryFolder(), "state"));
  for (const [oldSize, size] of [
    [0, 3],
    [3, 3],
    [3, 10],
    [10, 64],
  ] as const) {
    const of = { hashes: leaves(size) };
    const answer = await witness.addCheckpoint(grown(oldSize, of));
    expect(answer.status).toBe(200);
    expect(isSignedBy(witness, of, answer)).toBe(true);
  }
});

test("a witness refuses a fork, a cut log and a second history", async () => {
  const witness = await open(join(memoryFolder(), "state"));
  const hashes = leaves(8);
  expect(await witness.addCheckpoint(grown(0, { hashes }))).toMatchObject({ status: 200 });
  const fork = [...leaves(7), ...leaves(5, "other")];
  expect(await witness.addCheckpoint(grown(8, { hashes: fork }))).toMatchObject({ status: 422 });
  const sameSize = grown(8, { hashes: leaves(8, "other") });
  expect(await witness.addCheckpoint(sameSize)).toMatchObject({ status: 422 });
  const cut = grown(4, { hashes: leaves(5) });
  expect(await witness.addCheckpoint(cut)).toEqual({
    status: 409,
    contentType: "text/x.tlog.size",
    text: "8\n",
  });
  expect(await witness.addCheckpoint(grown(0, { hashes: fork }))).toMatchObject({ status: 409 });
  expect(await witness.addCheckpoint(grown(8, { hashes: leaves(9) }))).toMatchObject({
    status: 200,
  });
});

test("a witness refuses malformed requests, other logs and other keys", async () => {
  const witness = await open(join(memoryFolder(), "state"));
  const hashes = leaves(4);
  const statuses = async (...bodies: string[]) => {
    const all: number[] = [];
    for (const body of bodies) all.push((await witness.addCheckpoint(body)).status);
    return all;
  };
  const body = grown(0, { hashes });
  expect(
    await statuses(
      "",
      body.replace("old 0", "old 00"),
      body.replace("old 0", "old 0\nAAAA"),
      body.slice(0, -3),
      grown(0, { hashes, origin: "hashfloor/bb/1" }),
      grown(0, { hashes, secret: new Uint8Array(32).fill(9) }),
      body.replace(/— (\S+) (....)/, (_, name: string) => `— ${name} AAAA`),
      body.replace("old 0", "old 9"),
      formatAddCheckpoint({ oldSize: 0, proof: hashes, checkpoint: signed({ hashes }) }),
    ),
  ).toEqual([400, 400, 400, 400, 404, 403, 403, 400, 422]);
});

test("a witness keeps its key and its checkpoints in the file", async () => {
  const file = join(memoryFolder(), "state");
  const first = await open(file);
  await first.addCheckpoint(grown(0, { hashes: leaves(5) }));
  // The second witness reads the file as after a kill: the first one is not closed.
  const second = await openWitness({ file, learnKey: () => Promise.reject(new Error("asked")) });
  expect(second.vkey).toBe(first.vkey);
  expect(await second.addCheckpoint(grown(0, { hashes: leaves(5, "other") }))).toMatchObject({
    status: 409,
    text: "5\n",
  });
});

test("concurrent requests get one history", async () => {
  const witness = await open(join(memoryFolder(), "state"));
  const histories = Array.from({ length: 8 }, (_, number) => ({ hashes: leaves(6, `h${number}`) }));
  const answers = await Promise.all(histories.map((of) => witness.addCheckpoint(grown(0, of))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
});

test("after a restore, a witness signs the new log of the same installation", async () => {
  const witness = await open(join(memoryFolder(), "state"));
  await witness.addCheckpoint(grown(0, { hashes: leaves(5) }));
  const next = { origin: "hashfloor/aa/2", hashes: leaves(2, "new") };
  expect(await witness.addCheckpoint(grown(0, next))).toMatchObject({ status: 200 });
  expect(await witness.addCheckpoint(grown(5, { hashes: leaves(6) }))).toMatchObject({
    status: 200,
  });
});

/** The log of a database, and a witness behind HTTP whose answers the tests replace. */
const books = fileDatabase();
const dataDir = memoryFolder();
const masterKey = openMasterKey(dataDir);
let server: Server;
let url: string;
let witness: Witness;
let answerWith: ((body: string) => Promise<Answer>) | undefined;
const bodies: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      bodies.push(body);
      void (answerWith?.(body) ?? witness.addCheckpoint(body)).then(({ status, text }) =>
        response.writeHead(status).end(text),
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  await grow();
  const statement = await readLogStatement(books.database, masterKey);
  const file = join(memoryFolder(), "state");
  const learnKey = () => Promise.resolve(statement?.log.vkey ?? "");
  witness = await openWitness({ file, learnKey });
});
afterAll(() => void server.close());

let grownDays = 0;

/** Appends the leaves of another day. */
async function grow(): Promise<void> {
  const time = new Date(Date.parse("2026-11-24T12:00:00Z") + grownDays * 86_400_000);
  grownDays += 1;
  const market = await forexMarketAt(books.database, time.toISOString(), { dataDir });
  await updateLog({
    ...operator,
    database: books.database,
    masterKey,
    market,
    clock: { now: () => time },
  });
}

async function ask(vkey = witness.vkey): Promise<void> {
  const witnesses = openWitnesses([{ url, vkey }]);
  await askWitnesses({ database: books.database, clock: systemClock, log: silentLog, witnesses });
}

async function isCosigned(): Promise<boolean> {
  const key = parseVkey(witness.vkey);
  const note = parseNote((await readCheckpoint(books.database)) ?? "");
  return key !== undefined && note !== undefined && verifyNote(note, key) !== undefined;
}

test("the checkpoint is published with the witness's signature", async () => {
  await ask();
  expect(await isCosigned()).toBe(true);
  const asked = bodies.length;
  await ask();
  expect(bodies).toHaveLength(asked);
});

test.each([
  ["an error", { status: 500, text: "" }],
  ["no signature", { status: 200, text: "" }],
  ["a malformed signature", { status: 200, text: "— name AAAA\n" }],
  ["a conflict without a size", { status: 409, text: "many\n" }],
  ["a larger size", { status: 409, text: "999999\n" }],
  ["a long answer", { status: 200, text: "x".repeat(100_000) }],
])("a witness that answers with %s adds nothing", async (_, answer) => {
  await grow();
  answerWith = () => Promise.resolve(answer);
  await ask();
  expect(await isCosigned()).toBe(false);
  answerWith = undefined;
});

test("a signature by another key is not published", async () => {
  const other = await openWitness({
    file: join(memoryFolder(), "state"),
    learnKey: () => Promise.resolve(witness.logKey),
  });
  answerWith = (body) => other.addCheckpoint(body);
  await ask();
  expect(await isCosigned()).toBe(false);
  answerWith = undefined;
});

test("a witness that knows another size than the log receives a proof from its own", async () => {
  await ask();
  expect(await isCosigned()).toBe(true);
  await grow();
  // The witness signed this checkpoint, but its answer was lost.
  answerWith = async (body) => {
    await witness.addCheckpoint(body);
    return { status: 500, text: "" };
  };
  await ask();
  answerWith = undefined;
  expect(await isCosigned()).toBe(false);
  await grow();
  await ask();
  expect(await isCosigned()).toBe(true);
});

test("a wrong key in the configuration is refused in one line", () => {
  for (const vkey of [witness.logKey, witness.vkey.replace(/.$/, "!"), ""])
    expect(() => openWitnesses([{ url, vkey }])).toThrow(/^WITNESSES: [^\n]*$/);
});
