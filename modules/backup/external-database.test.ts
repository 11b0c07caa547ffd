/**
 * Tests backups of the operator's own PostgreSQL with pg_dump. Each backup is verified in an
 * embedded database and restored to an empty database with its own roles. The tests run only if
 * PostgreSQL is installed on the system.
 */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openDatabase,
  openMasterKey,
  prepareDatabase,
  readConfig,
  readSchema,
  silentLog,
  systemClock,
} from "#platform";
import { databaseUrl } from "../../test/support/servers/database-url.ts";
import { diskFolder, removeFolder } from "../../test/support/servers/scratch-folder.ts";
import { startSystemPostgres, systemPrograms } from "../../test/support/servers/system-postgres.ts";
import { openSeed } from "../wallet/signer/seed.ts";
import { makeCopy } from "./make-copy.ts";
import { restoreCopy } from "./restore-copy.ts";

const log = silentLog;
const askPassphrase = () => Promise.resolve("correct horse battery");

describe.runIf(systemPrograms !== undefined)("a backup with pg_dump", () => {
  let server: Awaited<ReturnType<typeof startSystemPostgres>>;
  let place: string;
  let url: string;
  const configOf = (name: string, address: string) =>
    readConfig({
      DATA_DIR: join(place, name),
      DATABASE_URL: address,
      BITCOIN_RPC_URL: "http://x:y@127.0.0.1:1",
    });

  beforeAll(async () => {
    server = await startSystemPostgres(systemPrograms ?? "");
    place = diskFolder();
    const admin = openDatabase(server.url, { connectionsMax: 1 });
    for (const name of ["floor", "back", "extended"]) await admin.query(`create database ${name}`);
    await admin.close();
    url = databaseUrl(server.url, "floor");
    await prepareDatabase(url, readSchema(join(import.meta.dirname, "..", "..")));
    const dataDir = join(place, "first");
    openMasterKey(dataDir);
    const database = openDatabase(url, { connectionsMax: 1 });
    await openSeed({ database, clock: systemClock, dataDir, network: "regtest" });
    await database.query(
      "insert into wallet_cursor (network, height, hash) values ('regtest', 7, repeat('0', 64))",
    );
    await database.close();
  });
  afterAll(async () => {
    await server.close();
    removeFolder(place);
  });

  test("is restored even if extensions differ or are missing", async () => {
    for (const name of ["floor", "extended"]) {
      const database = openDatabase(databaseUrl(server.url, name), { connectionsMax: 1 });
      await database.query("create extension pg_stat_statements");
      if (name === "floor") await database.query("create extension adminpack");
      await database.close();
    }
    const folder = join(place, "extended-copy");
    await makeCopy({ config: configOf("first", url), folder, askPassphrase, log });
    const config = configOf("extended", databaseUrl(server.url, "extended"));
    const { applicationUrl = "" } = await restoreCopy({ config, folder, askPassphrase, log });
    expect(new URL(applicationUrl).username).toBe("extended_app");
  });

  test("is restored to an empty database with payments locked", async () => {
    const folder = join(place, "copy");
    const manifest = await makeCopy({ config: configOf("first", url), folder, askPassphrase, log });
    expect(manifest.database.kind).toBe("dump");
    expect(readdirSync(folder).toSorted()).toEqual(
      ["database.sealed", "folder.sealed", "keys.sealed", "manifest.json"].toSorted(),
    );

    const back = databaseUrl(server.url, "back");
    const plan = { config: configOf("second", back), folder, askPassphrase, log };
    const { applicationUrl = "" } = await restoreCopy(plan);
    expect(new URL(applicationUrl).username).toBe("back_app");
    const application = openDatabase(applicationUrl, { connectionsMax: 1 });
    const [cursor] = await application.query(
      `select height, locked_reason as "lockedReason" from wallet_cursor`,
    );
    expect(cursor).toEqual({
      height: 7,
      lockedReason: expect.stringMatching(/^Restored from the copy of /),
    });
    await expect(application.query("select * from wallet_keys")).rejects.toThrow(
      "permission denied",
    );
    await application.close();
    const signer = openDatabase(back, { connectionsMax: 1 });
    const seed = { database: signer, clock: systemClock, network: "regtest" as const };
    const first = openDatabase(url, { connectionsMax: 1 });
    const opened = await openSeed({ ...seed, dataDir: join(place, "second") });
    const before = await openSeed({ ...seed, database: first, dataDir: join(place, "first") });
    expect(opened.xpub).toBe(before.xpub);
    await first.close();
    await signer.close();

    const again = { ...plan, config: configOf("third", back) };
    await expect(restoreCopy(again)).rejects.toThrow(/^DATABASE_URL: the database is not empty/);
    expect(existsSync(join(place, "third"))).toBe(false);
  });

  test("is refused if the disk is too full", async () => {
    const folder = join(place, "too-large");
    const spaceOf = () => Promise.resolve({ freeBytes: 1.4 * 1024 ** 3, totalBytes: 1024 ** 4 });
    const plan = { config: configOf("first", url), folder, askPassphrase, log, spaceOf };
    await expect(makeCopy(plan)).rejects.toThrow(
      /^DATA_DIR: a copy is checked there, which needs 1\.5 GiB free .* Only 1\.4 GiB are free\.$/,
    );
    expect(existsSync(folder)).toBe(false);
    expect(readdirSync(join(place, "first")).join()).not.toContain("copy-check");
  });

  test.each([
    ["keys.sealed", "This is not the key file of a copy."],
    ["chain.sealed", "The copy is damaged: one of its files was changed or cut off."],
  ])("is refused if its own %s is damaged", async (name, refusal) => {
    const folder = join(place, `with-another-${name}`);
    const spaceOf = () => {
      const draft = readdirSync(place).find((entry) => entry.startsWith(`with-another-${name}.`));
      writeFileSync(join(place, draft ?? "", name), "another");
      return Promise.resolve(null);
    };
    const config = readConfig({ DATA_DIR: join(place, "first"), DATABASE_URL: url });
    const plan = { config, folder, askPassphrase, log, spaceOf };
    await expect(makeCopy(plan)).rejects.toThrow(refusal);
    expect(existsSync(folder)).toBe(false);
  });

  test("requires a login that can read every table", async () => {
    const reader = new URL(url);
    const admin = openDatabase(url, { connectionsMax: 1 });
    await admin.query("create role reader login password 'reader'");
    await admin.close();
    [reader.username, reader.password] = ["reader", "reader"];
    const folder = join(place, "unread");
    const config = configOf("first", reader.href);
    await expect(makeCopy({ config, folder, askPassphrase, log })).rejects.toThrow(
      /permission denied/,
    );
    expect(existsSync(folder)).toBe(false);
  });
});
