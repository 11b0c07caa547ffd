/**
 * Creates a base backup of a running cluster over PostgreSQL's replication protocol, because the
 * npm package of PostgreSQL does not include pg_basebackup. The result is one tar archive that
 * includes the WAL needed for a consistent state.
 * https://www.postgresql.org/docs/18/protocol-replication.html#PROTOCOL-REPLICATION-BASE-BACKUP
 */
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import pg from "pg";
import { StartError } from "../errors/start-error.ts";

/** The part of node-postgres's connection that a custom query object uses. */
interface Connection {
  query(text: string): void;
  readonly stream: { pause(): void; resume(): void; destroy(): void };
}

const COMMAND =
  "BASE_BACKUP (LABEL 'hashfloor', CHECKPOINT 'fast', WAL true, MANIFEST 'no', " +
  "COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=1')";
const SLOT_NAME_BYTES = 8;
const ARCHIVE = 0x6e; // "n"
const CONTENT = 0x64; // "d"

/**
 * Streams the gzip-compressed archive. `url` must contain a superuser's login. Fails with the
 * server's message. Closing the stream early also stops the backup.
 */
export async function baseBackup(url: string): Promise<Readable> {
  // node-postgres supports `replication`, but its types omit this option.
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
 * Returns the command that creates a temporary replication slot, which ends with the connection.
 * The slot retains the WAL, because the archive ends with the WAL and a busy server could otherwise
 * remove its beginning before it is sent.
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
      this.archive.destroy(
        new StartError("The database has an additional tablespace, which a backup cannot copy."),
      );
    // The chunk is copied, because the driver reuses its buffer.
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

  // WAL positions and tablespaces are ignored, because the archive contains them.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleCopyOutResponse(): void {}
}
