/**
 * Reads uploaded files in worker threads, so that a file of millions of lines does not block the
 * event loop. The sender waits until each part has been read and stored, so an upload takes the
 * memory of one part.
 */
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { Piscina } from "piscina";
import { forexLimits } from "#api/limits";
import { programFile, widestNetworkOf } from "#platform";
import type { PackedChunk } from "./chunk-writer.ts";
import { problemRefusal, priceFileRefusals } from "./refusals.ts";
import type { ReadAnswer, ReadFile, ReadTask } from "./read-worker.ts";

export interface FileToRead {
  readonly ip: string;
  readonly instrument: string;
  readonly timeZone: string | undefined;
  readonly parts: AsyncIterable<Uint8Array>;
  /** Stores chunks. The next part is not read until they are stored. */
  readonly onPart: (progress: UploadProgress) => Promise<void>;
}

export interface UploadProgress {
  readonly bytes: number;
  readonly lines: number;
  readonly chunks: readonly PackedChunk[];
}

export interface UploadThreads {
  /** Reads a file. Throws a refusal for an invalid file, or if too many uploads run. */
  readonly read: (file: FileToRead) => Promise<ReadFile>;
}

const { priceFileBytesMax, priceFileLinesMax } = forexLimits;
/** Maximum number of concurrent uploads of a process and of a network. */
const UPLOADS_MAX = 4;
const OF_NETWORK_MAX = 2;
const PART_BYTES = 262_144;
/** Time after which a slow upload's bytes are read, so that it does not appear to have ended. */
const PART_MS = 10_000;
/** Idle time after which a thread ends. */
const IDLE_MS = 30_000;
const MEMORY_MB_MAX = 128;
/**
 * Memory for a thread's newest objects. With the default, an upload of five million ticks took
 * 220 MB instead of 130 MB and was not faster.
 */
const NEW_MEMORY_MB_MAX = 16;
/** Reduces the threads' share of the CPU. Only Linux has a nice value per thread. */
const NICE = process.platform === "linux" ? 10 : 0;

export function createUploadThreads(): UploadThreads {
  let pool: Piscina | undefined;
  const ofNetworks = new Map<string, number>();
  let running = 0;
  const openPool = () =>
    (pool ??= new Piscina({
      filename: programFile("modules/forex/price-files/read-worker.ts"),
      minThreads: 0,
      maxThreads: UPLOADS_MAX,
      idleTimeout: IDLE_MS,
      niceIncrement: NICE,
      resourceLimits: {
        maxOldGenerationSizeMb: MEMORY_MB_MAX,
        maxYoungGenerationSizeMb: NEW_MEMORY_MB_MAX,
      },
      // Do not inherit the options of the server process.
      execArgv: [],
      recordTiming: false,
    }));
  return {
    async read(file) {
      const network = widestNetworkOf(file.ip);
      const own = ofNetworks.get(network) ?? 0;
      if (running >= UPLOADS_MAX || own >= OF_NETWORK_MAX)
        throw priceFileRefusals.price_uploads_busy();
      running += 1;
      ofNetworks.set(network, own + 1);
      try {
        return await readWith(openPool(), file);
      } finally {
        running -= 1;
        const rest = (ofNetworks.get(network) ?? 1) - 1;
        if (rest === 0) ofNetworks.delete(network);
        else ofNetworks.set(network, rest);
      }
    },
  };
}

async function readWith(
  pool: Piscina,
  { instrument, timeZone, parts, onPart }: FileToRead,
): Promise<ReadFile> {
  const { port1: port, port2 } = new MessageChannel();
  const task: ReadTask = { port: port2, instrument, timeZone, linesMax: priceFileLinesMax };
  const reading = pool.run(task, { name: "readPriceFile", transferList: [port2] });
  // A thread that fails gives no answer.
  const failed = reading.then(() => Promise.reject(new Error("the reader ended early")));
  failed.catch(() => undefined);
  let bytes = 0;
  const send = async (part: Uint8Array | null): Promise<ReadFile | undefined> => {
    bytes += part?.length ?? 0;
    if (bytes > priceFileBytesMax) throw priceFileRefusals.price_file_too_large(LIMITS);
    const answer = await Promise.race([answerOf(port, part), failed]);
    if ("fault" in answer) throw problemRefusal(answer.fault, answer.values);
    await onPart({ bytes, lines: answer.lines, chunks: answer.chunks });
    return answer.file;
  };
  try {
    for await (const part of combined(parts, PART_MS)) await send(part);
    const file = await send(null);
    if (!file) throw new Error("the reader did not end the file");
    return file;
  } finally {
    port.close();
    await reading;
  }
}

const LIMITS = { megabytes: String(priceFileBytesMax / 1_000_000) };

function answerOf(port: MessagePort, part: Uint8Array | null): Promise<ReadAnswer> {
  return new Promise((resolve) => {
    port.once("message", resolve);
    port.postMessage(part, part === null ? [] : [part.buffer as ArrayBuffer]);
  });
}

/**
 * Joins small parts that arrive within a time, which saves messages. Each part has its own buffer,
 * to be transferred.
 */
export async function* combined(
  parts: AsyncIterable<Uint8Array>,
  partMs: number,
): AsyncGenerator<Uint8Array> {
  let [waiting, length]: [Uint8Array[], number] = [[], 0];
  let sinceMs = performance.now();
  const joined = () => {
    const all = new Uint8Array(length);
    let at = 0;
    for (const part of waiting) {
      all.set(part, at);
      at += part.length;
    }
    [waiting, length] = [[], 0];
    return all;
  };
  for await (const part of parts) {
    waiting.push(part);
    length += part.length;
    if (length < PART_BYTES && performance.now() - sinceMs < partMs) continue;
    yield joined();
    sinceMs = performance.now();
  }
  if (length > 0) yield joined();
}
