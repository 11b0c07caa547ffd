/**
 * Connects to the server that accepts writes, or to a standby if the URL requests a standby.
 * Servers are tried in order. The chosen server is reused while its connections stay intact. After
 * a failover, the first new connection therefore searches again. Each server reports at log-in
 * whether it is a standby, and a connection to the wrong kind of server is never returned.
 */
import { callbackify } from "node:util";
import pg from "pg";
import { Outage } from "../errors/refusal.ts";
import { candidatesOf, type ServerPlace } from "./database-address.ts";
import { SessionClient } from "./session-client.ts";

/**
 * Time limit for connecting to one server. It is short, so that an unreachable server leaves enough
 * time to try the next server.
 */
const CONNECT_MS_MAX = 3_000;

type ParameterStatus = { readonly parameterName: string; readonly parameterValue: string };

/**
 * Returns the client class for connections to `url`. If the URL names several servers, the client
 * searches for the right server.
 */
export function clientOf(url: string): typeof pg.Client {
  const candidates = candidatesOf(url);
  if (!candidates) return SessionClient;
  const wanted = wantedOf(url);
  const primary = findServer(url, candidates, wanted);

  return class PrimaryClient extends SessionClient {
    #isOver = false;

    constructor(config: pg.ClientConfig) {
      const { connectionTimeoutMillis = CONNECT_MS_MAX } = config;
      super({
        ...config,
        // The password is copied explicitly, because pg's pool hides it from copies of its
        // settings.
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
      const mode = watchMode(this);
      try {
        await super.connect();
      } catch (error) {
        primary.forget(place);
        throw error;
      }
      this.on("error", () => primary.forget(place));
      const complaint = wanted(mode());
      if (complaint !== undefined) {
        primary.forget(place);
        await super.end();
        throw new Outage("database", `the server ${complaint} now`);
      }
      this.once("end", primary.lend());
      return this;
    }
  };
}

interface Mode {
  readonly isStandby: boolean;
  readonly readsOnly: boolean;
}

/** Returns the reason to refuse a server, or undefined to accept the server. */
type Wanted = (mode: Mode) => string | undefined;

const writer: Wanted = ({ isStandby, readsOnly }) =>
  isStandby || readsOnly ? "is a standby" : undefined;
const standby: Wanted = ({ isStandby }) => (isStandby ? undefined : "is no standby");

function wantedOf(url: string): Wanted {
  const wanted = new URL(url).searchParams.get("target_session_attrs") ?? "";
  if (wanted === "any") return () => undefined;
  // A caller that prefers a standby uses a separate URL for the primary, so a primary is refused
  // here.
  return /^(prefer-)?standby$/.test(wanted) ? standby : writer;
}

/**
 * Watches the mode that the server reports at log-in (PostgreSQL 14 or later). A pooler may not
 * forward the mode.
 */
function watchMode(client: pg.Client): () => Mode {
  const on = new Set<string>();
  client.connection.on("parameterStatus", ({ parameterName, parameterValue }: ParameterStatus) => {
    if (parameterValue === "on") on.add(parameterName);
  });
  return () => ({
    isStandby: on.has("in_hot_standby"),
    readsOnly: on.has("default_transaction_read_only"),
  });
}

function findServer(url: string, candidates: readonly ServerPlace[], wanted: Wanted) {
  let current: ServerPlace | undefined;
  let standing = 0;
  let looking: Promise<ServerPlace> | undefined;
  const readPlace = async (): Promise<ServerPlace> => {
    const answers: string[] = [];
    for (const place of candidates) {
      const answer = await ask(url, place, wanted);
      if (answer === undefined) {
        current = place;
        return place;
      }
      answers.push(`${place.host}:${place.port} ${answer}`);
    }
    const missing = wanted === writer ? "accepts writes" : "is there to read from";
    throw new Outage("database", `no server ${missing}: ${answers.join("; ")}`);
  };
  return {
    async find(): Promise<ServerPlace> {
      if (current) return current;
      looking ??= readPlace().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    /**
     * Registers a connection and returns a function to call when the connection ends. When no
     * connection is left, the search starts again, because a failover may have gone unnoticed.
     */
    lend(): () => void {
      standing += 1;
      return () => {
        standing -= 1;
        if (standing === 0) current = undefined;
      };
    },
    forget(place: ServerPlace): void {
      if (current === place) current = undefined;
    },
  };
}

/** Connects to the server. Returns the reason to refuse it, or undefined to accept it. */
async function ask(url: string, place: ServerPlace, wanted: Wanted): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    application_name: "hashfloor-look",
  });
  Object.assign(client, place);
  client.on("error", () => undefined);
  const mode = watchMode(client);
  try {
    await client.connect();
    return wanted(mode());
  } catch (error) {
    return error instanceof Error ? error.message : "does not answer";
  } finally {
    void client.end().catch(() => undefined);
  }
}
