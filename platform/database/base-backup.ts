/**
 * A copy of a running cluster as PostgreSQL itself makes it, over its replication protocol: one tar
 * archive with the WAL that makes its files one moment. The package on npm has no pg_basebackup.
 * https://www.postgresql.org/docs/18/protocol-replication.html#PROTOCOL-REPLICATION-BASE-BACKUP
 */
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import pg from "pg";
import { StartError } from "../errors/start-error.ts";

/** What node-postgres hands to whoever takes the place of a query. */
interface Connection {
  query(text: string): void;
  readonly stream: { pause(): void; resume(): void; destroy(): void };
}

const COMMAND =
  "BASE_BACKUP (LABEL 'hashfloor', CHECKPOINT 'fast', WAL true, MANIFEST 'no', " +
  "COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=1')";
const SLOT_NAME_BYTES = 8;
const ARCHIVE = 0x6e; // n
const CONTENT = 0x64; // d

/**
 * The archive, in gzip, as it comes; `url` is a superuser's. Fails with what the server says;
 * nobody who stops reading leaves it copying.
 */
export async function baseBackup(url: string): Promise<Readable> {
  // Understood by node-postgres, and missing in its types.
  const config: pg.ClientConfig & { readonly replication: string } = {
    connectionString: url,
    replication: "true",
    keepAlive: true,
  };
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(keepWal());
  } catch (error) {
    await client.end();
    throw error;
  }
  const copy = new BackupCopy(() => void client.end().catch(() => undefined));
  client.query(copy);
  return copy.archive;
}

/**
 * The WAL comes last, and without a slot a server under writes would have removed its beginning by
 * then. The slot goes with the connection.
 */
function keepWal(): string {
  const name = `copy_${randomBytes(SLOT_NAME_BYTES).toString("hex")}`;
  return `CREATE_REPLICATION_SLOT ${name} TEMPORARY PHYSICAL (RESERVE_WAL)`;
}

class BackupCopy implements pg.Submittable {
  readonly archive: Readable;
  readonly #close: () => void;
  #connection: Connection | undefined;
  #archives = 0;

  constructor(close: () => void) {
    this.#close = close;
    this.archive = new Readable({
      read: () => this.#connection?.stream.resume(),
      destroy: (error, callback) => {
        this.#connection?.stream.destroy();
        close();
        callback(error);
      },
    });
  }

  submit(connection: unknown): void {
    this.#connection = connection as Connection;
    this.#connection.query(COMMAND);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (chunk[0] === ARCHIVE) this.#archives += 1;
    if (this.#archives > 1)
      this.archive.destroy(new StartError("The database has a tablespace of its own."));
    // The bytes are a view of what is read over next.
    else if (chunk[0] === CONTENT && !this.archive.push(Buffer.from(chunk.subarray(1))))
      this.#connection?.stream.pause();
  }

  handleError(error: Error): void {
    this.archive.destroy(error);
  }

  handleReadyForQuery(): void {
    this.archive.push(null);
    this.#close();
  }

  // Positions in the WAL, the list of tablespaces, and the ends of both: the archive has them too.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleCopyOutResponse(): void {}
}
