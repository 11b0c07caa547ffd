/**
 * Checks the requirements for a PostgreSQL server that stores money, embedded or external: a recent
 * version, UTF-8, durable commits, and read committed as the default isolation level, because a
 * stricter level makes concurrent postings fail.
 */
import type pg from "pg";
import { StartError } from "../errors/start-error.ts";
import { clientOf } from "./primary-client.ts";

interface ServerFacts {
  readonly version: number;
  readonly version_text: string;
  readonly encoding: string;
  readonly isolation: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly read_only: string;
}

const VERSION_MIN = 150_000;
const CONNECT_TIMEOUT_MS = 10_000;

const QUESTION = `select current_setting('server_version_num')::int as version,
  current_setting('server_version') as version_text,
  current_setting('server_encoding') as encoding,
  current_setting('default_transaction_isolation') as isolation,
  current_setting('fsync') as fsync,
  current_setting('full_page_writes') as full_page_writes,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('transaction_read_only') as read_only`;

/**
 * Checks the server. Throws a one-line StartError with the setting's name and its required value.
 */
export async function assertServer(url: string, name = "DATABASE_URL"): Promise<void> {
  const facts = await ask(url, name);
  const complaint = firstComplaint(facts);
  if (complaint !== undefined) throw new StartError(`${name}: ${complaint}`);
}

function firstComplaint(facts: ServerFacts): string | undefined {
  if (facts.version < VERSION_MIN)
    return `PostgreSQL 15 or newer is needed, this is ${facts.version_text}.`;
  if (facts.encoding !== "UTF8")
    return `the database must be encoded in UTF8, it is ${facts.encoding}.`;
  if (facts.read_only !== "off") return "the server is read-only (a standby?).";
  if (facts.isolation !== "read committed")
    return `default_transaction_isolation must be "read committed", it is "${facts.isolation}".`;
  for (const setting of ["fsync", "full_page_writes"] as const) {
    if (facts[setting] !== "on") return `${setting} must be on, it is ${facts[setting]}.`;
  }
  if (facts.synchronous_commit === "off") return "synchronous_commit must be on, it is off.";
  return undefined;
}

async function ask(url: string, name: string): Promise<ServerFacts> {
  const Client = clientOf(url);
  const client: pg.Client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<ServerFacts>(QUESTION);
    const [facts] = rows;
    if (!facts) throw new Error("no answer");
    return facts;
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartError(`${name}: cannot use the database server: ${reason}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}
