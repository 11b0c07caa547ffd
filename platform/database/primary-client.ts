/**
 * A connection to whichever of several servers accepts writes. They are asked in their order; the
 * one found is kept while connections to it stand and none fails or breaks, so that after a
 * failover the next connection looks anew. A server says at each login whether it is a standby, and
 * one that is, or became one, is never handed out.
 */
import { callbackify } from "node:util";
import pg from "pg";
import { Outage } from "../errors/refusal.ts";
import { candidatesOf, type ServerPlace } from "./database-address.ts";

/** A server that does not answer must not use up the time in which another one would. */
const CONNECT_MS_MAX = 3_000;

type Told = { readonly parameterName: string; readonly parameterValue: string };

/** The class to connect to `url` with: pg's own where the address names one server and no more. */
export function clientOf(url: string): typeof pg.Client {
  const candidates = candidatesOf(url);
  if (!candidates) return pg.Client;
  const primary = findPrimary(url, candidates);

  return class PrimaryClient extends pg.Client {
    #isOver = false;

    constructor(config: pg.ClientConfig) {
      const { connectionTimeoutMillis = CONNECT_MS_MAX } = config;
      super({
        ...config,
        // pg's pool hides it from copies.
        password: config.password,
        connectionTimeoutMillis: Math.min(connectionTimeoutMillis, CONNECT_MS_MAX),
      });
    }

    override connect(): Promise<pg.Client>;
    override connect(done: (error: Error | null, client?: pg.Client) => void): void;
    override connect(done?: (error: Error | null, client?: pg.Client) => void) {
      if (!done) return this.#connectToPrimary();
      callbackify(() => this.#connectToPrimary())(done);
      return undefined;
    }

    override end(): Promise<void>;
    override end(done: (error: Error) => void): void;
    override end(done?: (error: Error) => void) {
      this.#isOver = true;
      return done ? super.end(done) : super.end();
    }

    async #connectToPrimary(): Promise<pg.Client> {
      const place = await primary.find();
      if (this.#isOver) throw new Error("Connection terminated");
      Object.assign(this, place);
      const isWriter = watchWriter(this);
      try {
        await super.connect();
      } catch (error) {
        primary.forget(place);
        throw error;
      }
      this.on("error", () => primary.forget(place));
      if (!isWriter()) {
        primary.forget(place);
        await super.end();
        throw new Outage("database", "the server became a standby");
      }
      this.once("end", primary.lend());
      return this;
    }
  };
}

/** What the server tells at the login, since PostgreSQL 14; a pooler may keep it to itself. */
function watchWriter(client: pg.Client): () => boolean {
  let readsOnly = false;
  client.connection.on("parameterStatus", ({ parameterName, parameterValue }: Told) => {
    if (/^(in_hot_standby|default_transaction_read_only)$/.test(parameterName))
      readsOnly ||= parameterValue === "on";
  });
  return () => !readsOnly;
}

function findPrimary(url: string, candidates: readonly ServerPlace[]) {
  let known: ServerPlace | undefined;
  let standing = 0;
  let looking: Promise<ServerPlace> | undefined;
  const look = async (): Promise<ServerPlace> => {
    const answers: string[] = [];
    for (const place of candidates) {
      const answer = await ask(url, place);
      if (answer === undefined) {
        known = place;
        return place;
      }
      answers.push(`${place.host}:${place.port} ${answer}`);
    }
    throw new Outage("database", `no server accepts writes: ${answers.join("; ")}`);
  };
  return {
    async find(): Promise<ServerPlace> {
      if (known) return known;
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    /** Returns what to do at its end: with the last one nobody would hear of a failover. */
    lend(): () => void {
      standing += 1;
      return () => {
        standing -= 1;
        if (standing === 0) known = undefined;
      };
    },
    forget(place: ServerPlace): void {
      if (known === place) known = undefined;
    },
  };
}

/** Undefined: it accepts writes. Else why it does not. */
async function ask(url: string, place: ServerPlace): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    application_name: "hashfloor-look",
  });
  Object.assign(client, place);
  client.on("error", () => undefined);
  const isWriter = watchWriter(client);
  try {
    await client.connect();
    return isWriter() ? undefined : "is a standby";
  } catch (error) {
    return error instanceof Error ? error.message : "does not answer";
  } finally {
    void client.end().catch(() => undefined);
  }
}
