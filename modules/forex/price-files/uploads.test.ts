/** Tests uploads of files that are no price files, and uploads at the same time. */
import { randomBytes, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { newAddress, saver } from "../../../test/support/money/earn.ts";
import { movableClock } from "../../../test/support/money/mining.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { addPriceFile } from "./add-price-file.ts";
import { beginUpload, cancelUpload, insertChunk, uploadOf } from "./price-chunks-table.ts";
import { forgetPriceFiles, priceFilesOf } from "./price-files-table.ts";
import { combined } from "./upload-threads.ts";

const file = fileDatabase();
const deps = () => replayDeps(file.database, movableClock("2026-09-16T09:00:00Z"));
const HEAD = "time,bid,ask\n";
const TEXT = `${HEAD}2015-01-15T09:30:00Z,1.1,1.1001\n2015-01-15T09:31:00Z,1.1,1.1001\n`;
const MEGABYTE = 1_000_000;

let userId: string;
beforeEach(async () => {
  userId = await saver(file.database, 0n);
});

async function* partsOf(...parts: readonly (Uint8Array | string)[]) {
  for (const part of parts) yield Buffer.from(part as string);
}

function upload(parts: AsyncIterable<Uint8Array>, own: { timeZone?: string; ip?: string } = {}) {
  return addPriceFile(deps(), {
    userId,
    ip: newAddress(),
    name: "prices.csv",
    instrument: "EUR_USD",
    parts,
    ...own,
  });
}

async function rowsLeft(): Promise<number> {
  const [row] = await file.database.query<{ rows: number }>(
    `select (select count(*) from forex_price_uploads where user_id = $1)::int
       + (select count(*) from forex_price_chunks where file_id not in (select id from forex_price_files)
          and file_id not in (select file_id from forex_price_uploads))::int as rows`,
    [userId],
  );
  return row?.rows ?? -1;
}

describe("files that are not prices", () => {
  test.each([
    ["prices_head", "random bytes without NUL", randomBytes(100_000).map((byte) => byte || 1)],
    ["prices_binary", "NUL bytes", Buffer.concat([Buffer.from("time,bid"), Buffer.alloc(50)])],
    ["prices_utf16", "UTF-16 with a byte order mark", Buffer.from(`\uFEFF${TEXT}`, "utf16le")],
    ["prices_utf16", "UTF-16 without a mark", Buffer.from(TEXT, "utf16le")],
    ["prices_compressed", "gzip", gzipSync(TEXT)],
    ["prices_compressed", "an Excel workbook", Buffer.from("PK\u0003\u0004and more")],
    ["prices_head", "nothing", Buffer.alloc(0)],
    ["prices_head", "HTML", Buffer.from("<!doctype html><html><body>Not found</body></html>")],
  ])("%s: %s", async (code, _what, bytes) => {
    await expect(upload(partsOf(bytes))).rejects.toMatchObject({ code, status: 422 });
    expect(await rowsLeft()).toBe(0);
  });

  test("a line of 100 MB is refused and takes no memory", async () => {
    async function* longLine() {
      yield Buffer.from(TEXT);
      for (let sent = 0; sent < 100; sent += 1) yield Buffer.alloc(MEGABYTE, "7");
      yield Buffer.from("\n2015-01-15T09:33:00Z,1.1,1.1001\n");
    }
    const before = process.memoryUsage().rss;
    await expect(upload(longLine())).rejects.toMatchObject({
      code: "prices_line",
      text: "Line 4 does not have the columns of ticks as time,bid,ask: time,bid,ask.",
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * MEGABYTE);
  });

  test("a file over 400 MB is refused", async () => {
    async function* endless() {
      yield Buffer.from(HEAD);
      for (;;) yield Buffer.alloc(10 * MEGABYTE, "7");
    }
    await expect(upload(endless())).rejects.toMatchObject({ code: "price_file_too_large" });
  });

  test("an invalid line after millions of valid bytes removes all stored chunks", async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => {
      const time = new Date(Date.UTC(2015, 0, 12) + at * 1_000).toISOString().slice(0, 19);
      return `${time}Z,1.1,1.1001`;
    });
    await expect(
      upload(partsOf(HEAD, lines.join("\n"), "\n2015-01-13T09:00:00Z,0,1\n")),
    ).rejects.toMatchObject({ code: "prices_price", text: expect.stringContaining("Line 60002 ") });
    expect(await rowsLeft()).toBe(0);
  });
});

/** Parts of a file that end when the test says so. */
function slowFile() {
  const { promise: isEnded, resolve: end } = Promise.withResolvers<void>();
  async function* parts() {
    // The reader receives a part only when it has 256 kB.
    yield Buffer.from(TEXT);
    yield Buffer.alloc(300_000, "\n");
    await isEnded;
    yield Buffer.from("2015-01-15T09:32:00Z,1.1,1.1001\n");
  }
  return { parts: parts(), end };
}

describe("uploads at the same time", () => {
  test("a user can upload one file at a time", async () => {
    const { parts, end } = slowFile();
    const first = upload(parts);
    await expect
      .poll(async () => (await uploadOf(file.database, userId))?.lines)
      .toBeGreaterThan(3);
    await expect(upload(partsOf(TEXT))).rejects.toMatchObject({ code: "price_upload_running" });
    end();
    expect(await first).toMatchObject({ lines: 3 });
    expect(await uploadOf(file.database, userId)).toBeUndefined();
    expect(await upload(partsOf(TEXT))).toMatchObject({ lines: 2 });
  });

  test("a network can upload two files at a time", async () => {
    const ip = newAddress();
    const running = [];
    const ends = [];
    // The same threads count the uploads of all users.
    const own = deps();
    const uploadBy = (user: string, parts: AsyncIterable<Uint8Array>) =>
      addPriceFile(own, { userId: user, ip, name: "x", instrument: "EUR_USD", parts });
    for (let count = 0; count < 2; count += 1) {
      const { parts, end } = slowFile();
      const user = await saver(file.database, 0n);
      running.push(uploadBy(user, parts));
      ends.push(end);
      await expect.poll(() => uploadOf(file.database, user)).toBeDefined();
    }
    await expect(uploadBy(userId, partsOf(TEXT))).rejects.toMatchObject({
      code: "price_uploads_busy",
    });
    for (const end of ends) end();
    await Promise.all(running);
    expect(await uploadBy(userId, partsOf(TEXT))).toMatchObject({ lines: 2 });
  });

  test("a cancelled upload keeps nothing", async () => {
    const { parts, end } = slowFile();
    const running = upload(parts);
    const refusal = running.catch((error: unknown) => error);
    await expect.poll(() => uploadOf(file.database, userId)).toBeDefined();
    expect(await cancelUpload(file.database, userId)).toBe(true);
    end();
    expect(await refusal).toMatchObject({ code: "price_upload_ended" });
    expect(await rowsLeft()).toBe(0);
    expect(await priceFilesOf(file.database, userId)).toEqual([]);
  });

  test("a chunk that is stored while an upload is cancelled is removed", async () => {
    const fileId = randomUUID();
    await file.database.transaction((tx) => beginUpload(tx, { userId, fileId, name: "x" }));
    const chunk = {
      kind: "QUOTES",
      place: 0,
      fromMs: 0,
      untilMs: 1,
      packed: randomBytes(9),
    } as const;
    let cancelled: Promise<boolean> | undefined;
    await file.database.transaction(async (tx) => {
      expect(await insertChunk(tx, fileId, chunk)).toBe(true);
      cancelled = cancelUpload(file.database, userId);
      await expect
        .poll(async () => {
          const rows = await file.database.query(
            "select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()",
          );
          return rows.length;
        })
        .toBeGreaterThan(0);
    });
    expect(await cancelled).toBe(true);
    expect(await insertChunk(file.database, fileId, { ...chunk, place: 1 })).toBe(false);
    expect(await rowsLeft()).toBe(0);
  });

  test("small parts are joined, unless they arrive slowly", async () => {
    const lengths = async (partMs: number) => {
      const read: number[] = [];
      for await (const part of combined(partsOf("a", "bc", "d"), partMs)) read.push(part.length);
      return read;
    };
    expect(await lengths(60_000)).toEqual([4]);
    expect(await lengths(0)).toEqual([1, 2, 1]);
  });

  test("a sender that disconnects leaves nothing", async () => {
    async function* broken() {
      yield Buffer.from(TEXT);
      throw new Error("aborted");
    }
    await expect(upload(broken())).rejects.toThrow("aborted");
    expect(await rowsLeft()).toBe(0);
  });

  test("deleting the account ends its upload and removes its prices", async () => {
    await upload(partsOf(TEXT));
    const { parts, end } = slowFile();
    const running = upload(parts);
    const refusal = running.catch((error: unknown) => error);
    await expect.poll(() => uploadOf(file.database, userId)).toBeDefined();
    await file.database.transaction((tx) => forgetPriceFiles(tx, { userId, now: new Date() }));
    end();
    expect(await refusal).toMatchObject({ code: "price_upload_ended" });
    const [row] = await file.database.query<{ chunks: number }>(
      `select count(*)::int as chunks from forex_price_chunks
       where file_id in (select id from forex_price_files where user_id = $1)`,
      [userId],
    );
    expect(row?.chunks).toBe(0);
    expect(await rowsLeft()).toBe(0);
  });

  test("the same text in another time zone is another file", async () => {
    const mt5 =
      "<DATE>\t<TIME>\t<BID>\t<ASK>\n2024.01.02\t10:05:00\t1.1\t1.1001\n2024.01.02\t10:06:00\t1.1\t1.1001";
    await expect(upload(partsOf(mt5))).rejects.toMatchObject({
      code: "time_zone_missing",
      text: "MetaTrader 5 ticks files do not contain their time zone. Choose the time zone, usually America/New_York+7.",
    });
    const athens = await upload(partsOf(mt5), { timeZone: "Europe/Athens" });
    const london = await upload(partsOf(mt5), { timeZone: "Europe/London" });
    expect(athens.fromAt.toISOString()).toBe("2024-01-02T08:05:00.000Z");
    expect(london.fromAt.toISOString()).toBe("2024-01-02T10:05:00.000Z");
    expect(await upload(partsOf(mt5), { timeZone: "Europe/London" })).toEqual(london);
  });
});
