/**
 * `npm run witness -- URL [--port N] [--state FILE]`: cosigns the public log of the installation at
 * URL. Learns the log's key at the first start and keeps it in the state file with its own key.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseArgs } from "node:util";
import { publicApi } from "#api/public";
import { nodeHttp, StartError } from "#platform";
import { siteReader } from "../verify/read-site.ts";
import { openWitness, type Answer, type Witness } from "./witness.ts";

const USAGE = "Usage: npm run witness -- URL [--port N] [--state FILE]\n";
const PORT = 8_790;
const BODY_BYTES_MAX = 65_536;
const REQUEST_MS_MAX = 10_000;

interface Arguments {
  readonly url: URL;
  readonly port: number;
  readonly file: string;
}

function readArguments(): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { port: { type: "string" }, state: { type: "string" } },
    });
    const [text, ...rest] = positionals;
    const port = Number(values.port ?? PORT);
    const url = new URL(text ?? "");
    const isValid = rest.length === 0 && Number.isInteger(port) && port >= 0 && port <= 65_535;
    if (!isValid || !/^https?:$/.test(url.protocol)) return undefined;
    return { url, port, file: values.state ?? "witness-state.json" };
  } catch {
    return undefined;
  }
}

async function learnKey({ origin }: URL): Promise<string> {
  const { log } = await siteReader(origin)(publicApi.getPractice);
  if (!log) throw new StartError(`${origin} has no public log yet. Try again in a minute.`);
  return log.vkey;
}

async function answer(witness: Witness, request: IncomingMessage): Promise<Answer> {
  const { method, url = "/" } = request;
  if (method === "POST" && url === "/add-checkpoint") {
    const body = await readBody(request);
    return body === undefined ? { status: 413, text: "too long\n" } : witness.addCheckpoint(body);
  }
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? [];
  const checkpoint = hash === undefined ? undefined : witness.checkpointOf(hash);
  if (method === "GET" && checkpoint !== undefined) return { status: 200, text: checkpoint };
  if (method === "GET" && url === "/") return { status: 200, text: `${witness.vkey}\n` };
  return { status: 404, text: "not found\n" };
}

/** Returns undefined if the body is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function respond(
  witness: Witness,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const {
      status,
      contentType = "text/plain; charset=utf-8",
      text,
    } = await answer(witness, request);
    response.writeHead(status, { "content-type": contentType }).end(text);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : "unknown error"}\n`);
    if (!response.headersSent) response.writeHead(500);
    response.end("internal error\n");
  }
}

async function serve({ url, port, file }: Arguments): Promise<void> {
  const witness = await openWitness({ file, learnKey: () => learnKey(url) });
  const server = nodeHttp.createServer(
    (request, response) => void respond(witness, request, response),
  );
  server.requestTimeout = REQUEST_MS_MAX;
  server.on("error", fail);
  server.listen(port, () => {
    const address = server.address();
    const used = typeof address === "object" && address ? address.port : port;
    process.stdout.write(`Witness of ${witness.logKey}\n`);
    process.stdout.write(`Listening on port ${used}. Add this to the installation's settings:\n`);
    process.stdout.write(`WITNESSES=http://THIS-MACHINE:${used}=${witness.vkey}\n`);
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void server.close());
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : "unknown error"}\n`);
  process.exitCode = 2;
}

const plan = readArguments();
if (plan) await serve(plan).catch(fail);
else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
