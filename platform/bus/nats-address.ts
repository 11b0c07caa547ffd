/**
 * Parses NATS_URL, a comma-separated list of the servers of one NATS cluster:
 * `nats://floor:secret@one:4222,two:4222`. Either the first server or every server contains the
 * login. A token may replace the login. `tls://` requires encryption.
 */
import { StartError } from "../errors/start-error.ts";

export interface NatsAddress {
  /** Servers in the form `host:port`, without a login. */
  readonly servers: readonly string[];
  readonly isTls: boolean;
  readonly login:
    | { readonly user: string; readonly pass: string }
    | { readonly token: string }
    | undefined;
}

const SCHEMES = ["nats:", "tls:"];
const PRESET_PORT = "4222";

/**
 * Parses the value. Throws a StartError that never contains the value, which may include a
 * password.
 */
export function natsAddress(name: string, text: string): NatsAddress {
  const [scheme = ""] = /^[a-z]+:\/\//.exec(text) ?? [];
  const urls = text.split(",").map((part) => {
    const address = part.trim();
    const whole = address.includes("://") ? address : `${scheme}${address}`;
    const url = URL.canParse(whole) ? new URL(whole) : undefined;
    if (!url || !SCHEMES.includes(url.protocol) || url.hostname === "")
      throw new StartError(
        `${name} must be a URL such as nats://user:password@one:4222,two:4222, or one with tls://.`,
      );
    if (!["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "")
      throw new StartError(
        `${name} must end with the port. Encode the characters /?#,@ of a password as %XX.`,
      );
    return url;
  });
  const schemes = new Set(urls.map(({ protocol }) => protocol));
  if (schemes.size > 1)
    throw new StartError(`${name} must name all of its servers with nats:// or all with tls://.`);
  const logins = urls.filter(({ username, password }) => username !== "" || password !== "");
  const [first] = logins;
  const isOne = ({ username, password }: URL): boolean =>
    username === first?.username && password === first.password;
  if (!logins.every(isOne))
    throw new StartError(
      `${name} must have one login, because the servers of one NATS share their users.`,
    );
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || PRESET_PORT}`),
    isTls: schemes.has("tls:"),
    login: first && loginOf(name, first),
  };
}

function loginOf(name: string, { username, password }: URL): NatsAddress["login"] {
  try {
    const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
    return pass === "" ? { token: user } : { user, pass };
  } catch {
    throw new StartError(`${name}: a % in the login must be followed by two hexadecimal digits.`);
  }
}
