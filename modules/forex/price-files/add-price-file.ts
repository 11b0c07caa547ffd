/**
 * Stores an uploaded price file for replays. Uploading the same text for the same instrument again
 * does not create a second file.
 */
import { instrumentNamed, type Instrument } from "#market";
import { newUuid, type Origin } from "#platform";
import { refusedFor } from "../terms/refusals.ts";
import type { PastMarket } from "../past/past-feed.ts";
import type { PriceFileDeps } from "./price-file-deps.ts";
import { needsConversion } from "./file-market.ts";
import {
  beginUpload,
  discardUpload,
  endUpload,
  insertChunk,
  noteProgress,
} from "./price-chunks-table.ts";
import {
  insertPriceFile,
  isPlayed,
  lockPriceFiles,
  removeQuotes,
  storedBytes,
  type PriceFileRow,
} from "./price-files-table.ts";
import type { ReadFile } from "./read-worker.ts";
import { priceFileRefusals } from "./refusals.ts";
import type { UploadProgress } from "./upload-threads.ts";

export interface AddPriceFile {
  readonly userId: string;
  readonly ip: string;
  readonly name: string;
  readonly instrument: string;
  readonly timeZone?: string | undefined;
  readonly parts: AsyncIterable<Uint8Array>;
}

const FILES_MAX = 10;
/** Maximum size of all stored files of the installation. */
const STORED_BYTES_MAX = 20_000_000_000n;
/**
 * Maximum number of uploads per network, because one user can open many accounts. High enough for a
 * classroom that shares a network.
 */
const NETWORK_FILES_PER_HOUR_MAX = 60;
const HOUR_MS = 3_600_000;
/** Validity of the file's last price. */
const LAST_MS = 60_000;

/**
 * Counts an upload against the network's limit before its body is read, because rejecting a file
 * costs as much as storing it. Throws `too_many_uploads`.
 */
export async function countUpload(
  { database, clock, people }: Pick<PriceFileDeps, "database" | "clock" | "people">,
  origin: Origin,
): Promise<void> {
  const max = NETWORK_FILES_PER_HOUR_MAX;
  const window = { key: "price-files", origin, max, windowMs: HOUR_MS, now: clock.now() };
  if (await database.transaction((tx) => people.addNetworkHit(tx, window)))
    throw priceFileRefusals.too_many_uploads({ max: String(max) });
}

/**
 * Reads and stores a price file, one upload at a time per user. Throws `too_many_price_files`,
 * `price_upload_running`, or a refusal for the file's first problem.
 */
export async function addPriceFile(
  deps: PriceFileDeps,
  upload: AddPriceFile,
): Promise<PriceFileRow> {
  const { database, clock, past, threads } = deps;
  const { ip, timeZone, parts } = upload;
  const instrument = instrumentNamed(upload.instrument);
  if (!instrument) throw refusedFor("INSTRUMENT_UNKNOWN");
  if (!instrument.isTradeable) throw refusedFor("INSTRUMENT_NOT_TRADEABLE");
  const fileId = newUuid(clock.now());
  await begin(deps, upload, fileId);
  let packedBytes = 0;
  let isStored = false;
  const onPart = async ({ chunks, ...progress }: UploadProgress) => {
    if (!(await noteProgress(database, fileId, progress)))
      throw priceFileRefusals.price_upload_ended();
    for (const chunk of chunks) {
      packedBytes += chunk.packed.length;
      if (!(await insertChunk(database, fileId, chunk)))
        throw priceFileRefusals.price_upload_ended();
    }
  };
  try {
    const read = await threads.read({ ip, instrument: instrument.name, timeZone, parts, onPart });
    await assertConvertible(past, instrument, rangeOf(read));
    const file = await store(deps, upload, { fileId, read, packedBytes });
    isStored = file.id === fileId;
    return file;
  } finally {
    if (!isStored) await discardUpload(database, fileId);
  }
}

async function begin(
  { database, people }: PriceFileDeps,
  { userId, name }: AddPriceFile,
  fileId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    await people.requirePerson(tx, userId);
    if ((await lockPriceFiles(tx, userId)).length >= FILES_MAX)
      throw priceFileRefusals.too_many_price_files({ max: String(FILES_MAX) });
    if ((await storedBytes(tx)) > STORED_BYTES_MAX) throw priceFileRefusals.price_files_full();
    if (!(await beginUpload(tx, { userId, fileId, name })))
      throw priceFileRefusals.price_upload_running();
  });
}

/** Stores a file whose chunks are stored. Returns an earlier file with the same text instead. */
async function store(
  { database, clock, people }: PriceFileDeps,
  { userId, name, instrument }: AddPriceFile,
  {
    fileId,
    read,
    packedBytes,
  }: { readonly fileId: string; readonly read: ReadFile; readonly packedBytes: number },
): Promise<PriceFileRow> {
  const { fromMs: _from, untilMs: _until, ...facts } = read;
  return database.transaction(async (tx) => {
    await people.requirePerson(tx, userId);
    const existing = await lockPriceFiles(tx, userId);
    const same = existing.find(
      (one) =>
        one.sha256 === read.sha256 &&
        one.instrument === instrument &&
        one.timeZone === read.timeZone,
    );
    if (same) return same;
    if (!(await endUpload(tx, fileId))) throw priceFileRefusals.price_upload_ended();
    const file: PriceFileRow = {
      id: fileId,
      userId,
      name,
      instrument,
      ...facts,
      ...rangeOf(read),
      addedAt: clock.now(),
    };
    await insertPriceFile(tx, file, packedBytes);
    return file;
  });
}

/** Removes a price file. A file that a replay uses is kept until the replay has ended. */
export async function removePriceFile(
  { database, clock }: Pick<PriceFileDeps, "clock" | "database">,
  { userId, fileId }: { readonly userId: string; readonly fileId: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    const files = await lockPriceFiles(tx, userId);
    const file = files.find(({ id }) => id === fileId);
    if (!file) throw priceFileRefusals.price_file_unknown();
    if (await isPlayed(tx, file.id)) throw priceFileRefusals.price_file_in_use();
    await removeQuotes(tx, file.id, clock.now());
  });
}

function rangeOf({ fromMs, untilMs }: ReadFile): Pick<PriceFileRow, "fromAt" | "untilAt"> {
  return { fromAt: new Date(fromMs), untilAt: new Date(untilMs + LAST_MS) };
}

async function assertConvertible(
  past: PastMarket,
  instrument: Instrument,
  { fromAt, untilAt }: Pick<PriceFileRow, "fromAt" | "untilAt">,
): Promise<void> {
  if (!needsConversion(instrument)) return;
  const { fromMs, untilMs } = await past.range();
  if (fromAt.getTime() >= fromMs && untilAt.getTime() <= untilMs) return;
  const dateOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
  throw priceFileRefusals.price_file_conversion({
    instrument: instrument.name.replace("_", "/"),
    from: dateOf(fromMs),
    until: dateOf(untilMs),
  });
}
