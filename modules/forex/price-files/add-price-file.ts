/**
 * Stores an uploaded price file for replays. Uploading the same text for the same instrument again
 * does not create a second file.
 */
import { createHash } from "node:crypto";
import { instrumentNamed, type Instrument } from "#market";
import { newUuid, type Origin } from "#platform";
import { refusedFor } from "../terms/refusals.ts";
import type { PastMarket } from "../past/past-feed.ts";
import type { PriceFileDeps } from "./price-file-deps.ts";
import { needsConversion } from "./file-market.ts";
import { packQuotes } from "./packed-quotes.ts";
import {
  insertPriceFile,
  isPlayed,
  lockPriceFiles,
  removeQuotes,
  type PriceFileRow,
} from "./price-files-table.ts";
import { readPriceFile, type PriceFile } from "./read-price-file.ts";
import { priceFileRefusals } from "./refusals.ts";

export interface AddPriceFile {
  readonly userId: string;
  readonly name: string;
  readonly instrument: string;
  readonly text: string;
}

const FILES_MAX = 10;
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
 * Stores a price file. Throws `too_many_price_files`, or a refusal for the file's first problem.
 */
export async function addPriceFile(
  { database, clock, past, people }: PriceFileDeps,
  { userId, name, instrument: wanted, text }: AddPriceFile,
): Promise<PriceFileRow> {
  const instrument = instrumentNamed(wanted);
  if (!instrument) throw refusedFor("INSTRUMENT_UNKNOWN");
  if (!instrument.isTradeable) throw refusedFor("INSTRUMENT_NOT_TRADEABLE");
  const { kind, lines, quotes } = await readPriceFile(text, instrument);
  const times = rangeOf(quotes);
  await assertConvertible(past, instrument, times);
  const sha256 = createHash("sha256").update(text).digest("hex");
  const packed = await packQuotes(quotes);
  return database.transaction(async (tx) => {
    await people.requirePerson(tx, userId);
    const existing = await lockPriceFiles(tx, userId);
    const same = existing.find(
      (one) => one.sha256 === sha256 && one.instrument === instrument.name,
    );
    if (same) return same;
    if (existing.length >= FILES_MAX)
      throw priceFileRefusals.too_many_price_files({ max: String(FILES_MAX) });
    const now = clock.now();
    const file: PriceFileRow = {
      id: newUuid(now),
      userId,
      name,
      sha256,
      instrument: instrument.name,
      kind,
      lines,
      ...times,
      addedAt: now,
    };
    await insertPriceFile(tx, file, packed);
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

function rangeOf({ times }: PriceFile["quotes"]): Pick<PriceFileRow, "fromAt" | "untilAt"> {
  return {
    fromAt: new Date(times[0] ?? 0),
    untilAt: new Date((times.at(-1) ?? 0) + LAST_MS),
  };
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
