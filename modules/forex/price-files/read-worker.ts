/**
 * Function that runs in the worker threads of uploads. Receives a file's bytes through a port, and
 * answers each part with the chunks that are complete, so that the sender waits for the reader.
 */
import { createHash } from "node:crypto";
import type { MessagePort } from "node:worker_threads";
import { instrumentNamed } from "#market";
import {
  LINE_CHARACTERS_MAX,
  PriceFileFault,
  priceFileReader,
  type PriceFileProblem,
  type PriceFileSummary,
} from "#market/price-files";
import { chunkWriter, type PackedChunk } from "./chunk-writer.ts";

export interface ReadTask {
  readonly port: MessagePort;
  readonly instrument: string;
  readonly timeZone: string | undefined;
  readonly linesMax: number;
}

export interface ReadFile extends PriceFileSummary {
  readonly sha256: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

export type ReadAnswer =
  | { readonly chunks: readonly PackedChunk[]; readonly lines: number; readonly file?: ReadFile }
  | { readonly fault: PriceFileProblem; readonly values: Readonly<Record<string, string>> };

/** Resolves when the file has been read, refused, or given up by the sender. */
export function readPriceFile({ port, instrument, timeZone, linesMax }: ReadTask): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const file = openFile({ instrument, timeZone, linesMax });
  port.on("message", (part: Uint8Array | null) => {
    port.postMessage(answerTo(() => (part === null ? file.end() : file.add(part))));
  });
  port.once("close", () => resolve());
  return promise;
}

function answerTo(read: () => ReadAnswer): ReadAnswer {
  try {
    return read();
  } catch (error) {
    if (error instanceof PriceFileFault) return { fault: error.code, values: error.values };
    throw error;
  }
}

function openFile({ instrument: name, timeZone, linesMax }: Omit<ReadTask, "port">) {
  const instrument = instrumentNamed(name);
  if (!instrument) throw new RangeError(`no instrument ${name}`);
  let chunks: PackedChunk[] = [];
  let [fromMs, untilMs] = [NaN, NaN];
  const writer = chunkWriter((chunk) => chunks.push(chunk));
  const reader = priceFileReader({
    instrument,
    timeZone,
    linesMax,
    onQuote(timeMs, bid, ask) {
      if (Number.isNaN(fromMs)) fromMs = timeMs;
      untilMs = timeMs;
      writer.add(timeMs, bid, ask);
    },
  });
  const lines = lineSplitter(reader.line);
  const sha = createHash("sha256");
  let isFirst = true;
  const complete = () => {
    const made = chunks;
    chunks = [];
    return { chunks: made, lines: reader.linesRead() };
  };
  return {
    add(part: Uint8Array): ReadAnswer {
      if (isFirst) assertText(part);
      isFirst = false;
      sha.update(part);
      lines.add(part);
      return complete();
    },
    end(): ReadAnswer {
      lines.end();
      const summary = reader.end();
      writer.end();
      return { ...complete(), file: { ...summary, sha256: sha.digest("hex"), fromMs, untilMs } };
    },
  };
}

/** Splits bytes into lines. Of a line that is too long, only the beginning is kept. */
function lineSplitter(onLine: (line: string) => void) {
  const decoder = new TextDecoder();
  let rest = "";
  let isCut = false;
  const take = (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      if (!isCut) onLine(part);
      isCut = false;
    }
    if (isCut) rest = "";
    else if (rest.length > LINE_CHARACTERS_MAX + 1) {
      onLine(rest);
      [rest, isCut] = ["", true];
    }
  };
  return {
    add: (bytes: Uint8Array) => take(decoder.decode(bytes, { stream: true })),
    end() {
      take(decoder.decode());
      if (!isCut && rest !== "") onLine(rest);
    },
  };
}

/** Refuses files that are not text, by their first bytes. */
function assertText(bytes: Uint8Array): void {
  const [first, second] = bytes;
  const startsWith = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (startsWith(0x1f, 0x8b) || startsWith(0x50, 0x4b, 3, 4))
    throw new PriceFileFault("prices_compressed");
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const hasNul = bytes.includes(0);
  if (isUtf16 || (hasNul && (bytes[0] === 0) !== (bytes[1] === 0)))
    throw new PriceFileFault("prices_utf16");
  if (hasNul) throw new PriceFileFault("prices_binary");
}
