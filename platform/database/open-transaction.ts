/**
 * Manages a transaction on one connection. Its first statement is sent together with the BEGIN,
 * which saves a round trip. A single Sync follows both messages, so the server skips the statement
 * if the BEGIN fails or is cancelled. Therefore the statement never runs outside the transaction.
 */
import pg from "pg";

/**
 * The part of the wire protocol that pg's own query uses and that pg's types do not fully declare.
 */
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
   * The statement's name. It is hidden while the BEGIN is parsed, because the client would
   * otherwise record the BEGIN under this name.
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
    // The statement is marked as not prepared, so that its text is sent again at the next use.
    if (this.#hiddenName !== undefined)
      delete connection.submittedNamedStatements[this.#hiddenName];
    super.handleError(error, connection);
  }
}

/** A transaction on one connection, until it is closed. */
export interface OpenTransaction {
  /** True once the first message of the transaction has been sent. */
  readonly isBegun: () => boolean;
  /** Resolves after the transaction has begun. */
  readonly begin: () => Promise<unknown>;
  /**
   * Sends a statement. The first statement with values is sent together with the BEGIN, and later
   * statements wait until both have finished. If later statements did not wait and only the BEGIN
   * were cancelled, they would run and commit on their own. A commit need not wait, because without
   * a BEGIN it commits nothing.
   */
  readonly query: (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  readonly isOver: () => boolean;
  /**
   * Refuses later statements, because they would run outside a transaction or in the transaction of
   * another caller.
   */
  readonly close: () => void;
}

/**
 * Sends all statements of one turn of the event loop in a single write. pg would write each
 * statement separately.
 */
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
      // A query without values may contain several statements, which cannot be sent together with
      // the BEGIN.
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
 * Rethrows an error with the caller's stack trace instead of the socket's, as pg does for its own
 * queries.
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
  // Reads the time limit from the query's settings, as pg does.
  const { query_timeout } = config as { readonly query_timeout?: number };
  if (query_timeout !== undefined) Object.assign(query, { query_timeout });
  client.query(query as unknown as pg.Submittable);
  const begun = result.catch((error: unknown) => {
    if (!query.isBegun) throw error;
  });
  // Ignores the error here, because the first query reports it.
  begun.catch(() => undefined);
  return { result, begun };
}
