import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { memoryFolder, removeFolder } from "../../test/support/servers/scratch-folder.ts";
import { silentLog } from "../process/log.ts";
import { StartError } from "../errors/start-error.ts";
import { startPostgres } from "./embedded-postgres.ts";
import { assertServer } from "./server-assertions.ts";

const db = fileDatabase({ empty: true });

const name = (): string => new URL(db.url).pathname.slice(1);

test("the error for a server that may lose commits names the wrong setting", async () => {
  const dataDir = memoryFolder();
  const careless = await startPostgres({ dataDir, log: silentLog, settings: { fsync: "off" } });
  await expect(assertServer(careless.url)).rejects.toThrow(
    /^DATABASE_URL: fsync must be on, it is off\.$/,
  );
  await careless.stop();
  removeFolder(dataDir);
});

test("a database whose commits do not wait for the disk is refused", async () => {
  await db.database.query(`alter database ${name()} set synchronous_commit to off`);
  await expect(assertServer(db.url)).rejects.toThrow(/synchronous_commit must be on, it is off/);
  await db.database.query(`alter database ${name()} reset synchronous_commit`);
});

test("a default isolation level other than read committed is refused", async () => {
  await db.database.query(
    `alter database ${name()} set default_transaction_isolation to 'serializable'`,
  );
  await expect(assertServer(db.url)).rejects.toThrow(/default_transaction_isolation.*serializable/);
});

test("a read-only server is refused", async () => {
  await db.database.query(`alter database ${name()} set default_transaction_read_only to on`);
  await expect(assertServer(db.url)).rejects.toThrow(/read-only/);
});

test("an unreachable server is reported in one line", async () => {
  const nowhere = assertServer("postgres://nobody@127.0.0.1:1/none");
  await expect(nowhere).rejects.toThrow(StartError);
  await expect(nowhere).rejects.toThrow(/^DATABASE_URL: cannot use the database server: [^\n]+$/);
});
