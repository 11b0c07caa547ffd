/**
 * Parses DATABASE_URL, which may name several servers of one database, as in libpq:
 * `postgres://u:p@one,two:5433/floor`. Internally, the hosts and ports are moved to the parameters
 * `host` and `port`, which libpq also supports. The result is a standard URL for code that changes
 * the login or runs pg_dump.
 */
import pg from "pg";
import { StartError } from "../errors/start-error.ts";

const PRESET_PORT = "5432";
const PORT_MAX = 65_535;
const SCHEMES = ["postgres:", "postgresql:"];
/**
 * Values of target_session_attrs that allow writing. `primary` differs from `read-write` if a
 * setting makes the primary read-only.
 */
const WRITERS = ["read-write", "primary"];

/** Values that accept a standby or any server. `read-write` would require the primary. */
const READERS = ["prefer-standby", "standby", "any"];

/**
 * Parses DATABASE_READ_URL. If the URL names several servers and no preference, a standby is
 * preferred. Throws StartError.
 */
export function readAddress(name: string, text: string): string {
  const address = new URL(
    addressOf(name, text, {
      wanted: READERS,
      complaint: "target_session_attrs must be prefer-standby, standby or any.",
    }),
  );
  const { searchParams } = address;
  if ((searchParams.get("host") ?? "").includes(",") && !searchParams.has("target_session_attrs"))
    searchParams.set("target_session_attrs", "prefer-standby");
  return address.href;
}

/**
 * Parses DATABASE_URL. Throws a StartError that never contains the value, which may include a
 * password.
 */
export const databaseAddress = (name: string, text: string): string =>
  addressOf(name, text, {
    wanted: WRITERS,
    complaint: "target_session_attrs must be read-write; the product writes.",
  });

function addressOf(
  name: string,
  text: string,
  {
    wanted: choices,
    complaint,
  }: { readonly wanted: readonly string[]; readonly complaint: string },
): string {
  const several = withLoginInFront(withHostsAsParameters(text));
  if (!URL.canParse(several) || !SCHEMES.includes(new URL(several).protocol))
    throw new StartError(`${name} must be a URL that starts with postgres:// or postgresql://.`);
  const { searchParams, hostname } = new URL(several);
  if (hostname.includes(",")) throw new StartError(`${name} has an empty entry between commas.`);
  const wanted = searchParams.get("target_session_attrs");
  if (wanted !== null && !choices.includes(wanted)) throw new StartError(`${name}: ${complaint}`);
  const ports = searchParams.get("port")?.split(",") ?? [];
  const hosts = searchParams.get("host")?.split(",") ?? [""];
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new StartError(`${name} must have one port, or one per host.`);
  if (ports.some((port) => !/^\d{1,5}$/.test(port) || Number(port) > PORT_MAX))
    throw new StartError(`${name} must have port numbers from 0 to ${PORT_MAX}.`);
  assertReadable(name, several);
  return several;
}

/**
 * Throws if a file cannot be read or if settings contradict each other. Runs before any component
 * is started.
 */
function assertReadable(name: string, connectionString: string): void {
  try {
    // Creating a client parses the URL without connecting.
    void new pg.Client({ connectionString });
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: "it cannot be read" };
    throw new StartError(`${name}: ${message}`, { cause: error });
  }
}

/**
 * Moves the login to the front of the URL, where code that replaces the login expects it. This is
 * needed because libpq also accepts the login and the database as parameters, which take
 * precedence, and accepts an empty host or a socket's folder as host.
 */
function withLoginInFront(text: string): string {
  // Adds localhost to a URL without a host, because such a URL cannot contain a login.
  const withHost = text.replace(/^([a-z]+:\/\/(?:[^/?#]*@)?)(?=[/?#]|$)/, "$1localhost");
  if (!URL.canParse(withHost)) return text;
  const url = new URL(withHost);
  const { searchParams } = url;
  if (/^%2f/i.test(url.hostname)) {
    if (!searchParams.has("host")) searchParams.set("host", decoded(url.hostname));
    url.hostname = "localhost";
  }
  const user = searchParams.get("user");
  const password = searchParams.get("password");
  const database = searchParams.get("dbname");
  if (user !== null) url.username = encodeURIComponent(user);
  if (password !== null) url.password = encodeURIComponent(password);
  if (database !== null) url.pathname = `/${encodeURIComponent(database)}`;
  const moved = ["user", "password", "dbname"];
  if (url.href === text && !moved.some((one) => searchParams.has(one))) return text;
  for (const one of moved) searchParams.delete(one);
  return url.href;
}

/** Moves hosts and ports to parameters. Returns a URL with a single server unchanged. */
function withHostsAsParameters(text: string): string {
  const [, start = "", authority = "", rest = ""] = /^([a-z]+:\/\/)([^/?#]*)(.*)$/.exec(text) ?? [];
  const loginEnd = authority.lastIndexOf("@") + 1;
  const servers = authority.slice(loginEnd).split(",");
  if (servers.length < 2) return text;
  const parts = servers.map((server) => /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(server));
  // The URL parser reports this mistake, so the text is returned unchanged.
  if (parts.some((part) => part === null)) return text;
  const hosts = parts.map((part) => decoded(part?.[1]?.replace(/^\[(.+)\]$/, "$1") ?? ""));
  const ports = parts.map((part) => part?.[2] ?? PRESET_PORT);
  const one = `${start}${authority.slice(0, loginEnd)}localhost${rest}`;
  if (!URL.canParse(one)) return text;
  const url = new URL(one);
  url.searchParams.set("host", hosts.join(","));
  url.searchParams.set("port", ports.join(","));
  return url.href;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Host and port of one server. The host may be the folder of the server's socket. */
export interface ServerPlace {
  readonly host: string;
  readonly port: number;
}

/**
 * Returns the servers in the order in which to try them. Undefined if the URL names a single
 * server.
 */
export function candidatesOf(url: string): readonly ServerPlace[] | undefined {
  const address = new URL(url);
  const { searchParams } = address;
  const hosts = (searchParams.get("host") ?? address.hostname.replace(/^\[(.+)\]$/, "$1")).split(
    ",",
  );
  if (hosts.length < 2 && !searchParams.has("target_session_attrs")) return undefined;
  const ports = (searchParams.get("port") ?? (address.port || PRESET_PORT)).split(",");
  return hosts.map((host, index) => ({ host, port: Number(ports[index] ?? ports[0]) }));
}
