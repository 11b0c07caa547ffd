/**
 * A transaction on one connection. Its first statement is sent together with the BEGIN, which saves
 * a round trip. Both precede one Sync, so that the server skips the statement if the BEGIN fails or
 * is cancelled; the statement never runs outside the transaction.
 */
import pg from "pg";

/** The wire protocol of pg's own query, which its types show only in part. */
interface Wire {
  readonly stream: { readonly writableCorked: number; cork(): void; uncork(): void };
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: { readonly text: string; readonly name: string }): void;
  bind(portal: { readonly statement: string }): void;
  execute(portal: object): void;
}

interface Protocol {
  new (config: pg.QueryConfig, done: (error: Error | null, result: pg.QueryResult) => void): Sent;
}

interface Sent {
  name: string | undefined;
  submit(connection: Wire): Error | null;
  handleCommandComplete(message: unknown, connection: Wire): void;
  handleError(error: Error, connection: Wire): void;
}

class FirstQuery extends (pg.Query as unknown as Protocol) {
  isBegun = false;
  /**
   * The statement's name, hidden while the BEGIN is parsed: the client would record the BEGIN under
   * it.
   */
  #hiddenName: string | undefined;

  override submit(connection: Wire): Error | null {
    connection.stream.cork();
    try {
      connection.parse({ text: "begin", name: "" });
      connection.bind({ statement: "" });
      connection.execute({});
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
      this.#hiddenName = this.name;
      this.name = undefined;
    }
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.isBegun) {
      super.handleCommandComplete(message, connection);
      return;
    }
    this.isBegun = true;
    this.name = this.#hiddenName;
  }

  override handleError(error: Error, connection: Wire): void {
    // Treated as not prepared: the next use sends its text again.
    if (this.#hiddenName !== undefined)
      delete connection.submittedNamedStatements[this.#hiddenName];
    super.handleError(error, connection);
  }
}

/** A transaction on one connection, until it is closed. */
export interface OpenTransaction {
  /** True once anything was sent. */
  readonly isBegun: () => boolean;
  /** Resolves once the transaction has begun. */
  readonly begin: () => Promise<unknown>;
  /**
   * Sends a statement. The first statement with values goes together with the BEGIN, and the others
   * wait for it: if only the BEGIN were cancelled, later statements would commit on their own. A
   * commit need not wait, because it would commit nothing.
   */
  readonly query: (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  readonly isOver: () => boolean;
  /** Refuses later statements, which would run outside of a transaction or in another caller's. */
  readonly close: () => void;
}

/** Sends the statements of this turn in one write, because pg writes each statement separately. */
export function sendBatched(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { readonly connection: Wire }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

export function openTransaction(client: pg.ClientBase): OpenTransaction {
  let begun: Promise<unknown> | undefined;
  let isOver = false;
  const assertOpen = () => {
    if (isOver) throw new Error("the transaction is over");
  };
  const begin = () => {
    assertOpen();
    return (begun ??= client.query("begin"));
  };
  return {
    isBegun: () => begun !== undefined,
    isOver: () => isOver,
    begin,
    async query(config) {
      assertOpen();
      // A query without values may contain several statements, which cannot be sent this way.
      if (!begun && config.values !== undefined && config.values.length > 0) {
        const first = sendFirst(client, config);
        ({ begun } = first);
        return await first.result.catch(rethrowHere);
      }
      await begin();
      assertOpen();
      sendBatched(client);
      return client.query(config);
    },
    close: () => void (isOver = true),
  };
}

/**
 * Rethrows with a stack trace of the caller instead of the socket, as pg does for its own queries.
 */
function rethrowHere(error: unknown): never {
  if (error instanceof Error) Error.captureStackTrace(error);
  throw error;
}

function sendFirst(client: pg.ClientBase, config: pg.QueryConfig) {
  const { promise: result, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  const query = new FirstQuery(config, (error, rows) => {
    if (error) reject(error);
    else resolve(rows);
  });
  // Read from the query's settings, as pg does.
  const { query_timeout } = config as { readonly query_timeout?: number };
  if (query_timeout !== undefined) Object.assign(query, { query_timeout });
  client.query(query as unknown as pg.Submittable);
  const begun = result.catch((error: unknown) => {
    if (!query.isBegun) throw error;
  });
  // The first query reports this error.
  begun.catch(() => undefined);
  return { result, begun };
}
