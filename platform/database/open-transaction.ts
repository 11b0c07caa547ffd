/**
 * A transaction on a connection. Its first statement is sent together with the BEGIN: one way to
 * the server and back less. Both stand before one Sync, so that the server skips the statement when
 * the BEGIN fails or is cancelled: it is never run outside of the transaction.
 */
import pg from "pg";

/** What pg's own query does on the wire; its types show a part of it. */
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
  /** The client takes the first parsed statement for the one of the query's name. */
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
    // Whether or not it was parsed: it is sent again with its text.
    if (this.#hiddenName !== undefined)
      delete connection.submittedNamedStatements[this.#hiddenName];
    super.handleError(error, connection);
  }
}

/** A transaction on a connection, until it is closed. */
export interface OpenTransaction {
  /** Whether anything was sent. */
  readonly isBegun: () => boolean;
  /** Resolves once the transaction has begun. */
  readonly begin: () => Promise<unknown>;
  /**
   * The first one with values goes together with the BEGIN. The others wait for it: were it
   * cancelled alone, what is sent behind it would commit by itself. A commit need not wait: it
   * commits nothing then.
   */
  readonly query: (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  readonly isOver: () => boolean;
  /** What is asked for afterwards would run in nobody's transaction, or in somebody else's. */
  readonly close: () => void;
}

/**
 * What is sent in this turn leaves in one write: pg writes each statement by itself.
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
      // Without values it may be several statements, which cannot be sent so.
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

/** With a trace that leads to who asked instead of to the socket, as pg gives it to its own. */
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
  // As pg reads it from a query's own settings.
  const { query_timeout } = config as { readonly query_timeout?: number };
  if (query_timeout !== undefined) Object.assign(query, { query_timeout });
  client.query(query as unknown as pg.Submittable);
  const begun = result.catch((error: unknown) => {
    if (!query.isBegun) throw error;
  });
  // Told by the first query itself.
  begun.catch(() => undefined);
  return { result, begun };
}
