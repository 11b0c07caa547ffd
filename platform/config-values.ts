/**
 * Parsers for individual environment variables. Each parser throws a one-line error that describes
 * the valid values.
 */
import { isIP } from "node:net";
import { StartError } from "./errors/start-error.ts";

export class ConfigError extends StartError {
  override readonly name = "ConfigError";
}

const PORT_MAX = 65_535;
const WAIT_HOURS_MAX = 720;

export function port<Preset>(
  name: string,
  text: string | undefined,
  preset: Preset,
): number | Preset {
  if (text === undefined) return preset;
  if (/^\d{1,5}$/.test(text) && Number(text) <= PORT_MAX) return Number(text);
  throw new ConfigError(`${name} must be a port number from 0 to ${PORT_MAX}, not "${text}".`);
}

/**
 * The ports above 1023 that every browser refuses to open:
 * https://fetch.spec.whatwg.org/#port-blocking
 */
const BLOCKED_PORTS: readonly number[] = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10_080,
];
/**
 * Ports below 1024 that web servers commonly use. Most other ports below 1024 are blocked by
 * browsers.
 */
const WEB_PORTS: readonly number[] = [0, 80, 81, 88, 443, 591];

export function webPort(number: number): number {
  const isBlocked = number < 1024 ? !WEB_PORTS.includes(number) : BLOCKED_PORTS.includes(number);
  if (!isBlocked) return number;
  throw new ConfigError(`PORT must be a port that browsers allow; they block ${number}.`);
}

/**
 * Parses the trusted proxies. Refuses a network that contains every address, because any visitor
 * could then forge the client address.
 */
export function proxies(name: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const entries = text.split(",").map((entry) => entry.trim());
  const wrong = entries.find((entry) => !isNetwork(entry));
  if (wrong === undefined) return entries;
  throw new ConfigError(
    `${name} must be addresses or networks such as 127.0.0.1,10.0.0.0/8, separated by commas, not "${wrong.slice(0, 60)}".`,
  );
}

function isNetwork(entry: string): boolean {
  const [address = "", prefix, ...rest] = entry.split("/");
  const version = isIP(address);
  if (version === 0 || address.includes("%") || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

/**
 * Parses a list of URLs. The URLs are normalised as browsers write them, because they are later
 * compared with requested URLs character by character.
 */
export function addresses(name: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  return text.split(",").map((part) => {
    const entry = part.trim();
    const isStart = entry.endsWith("/**");
    const address = isStart ? entry.slice(0, -2) : entry;
    const parsed = URL.canParse(address) ? new URL(address) : undefined;
    const isWeb = parsed?.protocol === "https:" || parsed?.protocol === "http:";
    if (parsed === undefined || !isWeb || /[*#@]/.test(address))
      throw new ConfigError(
        `${name} must be addresses such as https://app.example/in or https://app.example/**, separated by commas.`,
      );
    return isStart ? `${parsed.href}**` : parsed.href;
  });
}

const WITNESSES_MAX = 16;
const VKEY = /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{40,60}={0,2}$/;

export interface WitnessSetting {
  /** Address before `/add-checkpoint`, without a trailing slash. */
  readonly url: string;
  /** The witness's C2SP verifier key. The transparency module verifies its id. */
  readonly vkey: string;
}

/** Parses a list of addresses, each with the key of the witness after its last `=`. */
export function witnesses(name: string, text: string | undefined): readonly WitnessSetting[] {
  if (text === undefined) return [];
  const settings = text.split(",").map((entry) => {
    const [, address = "", vkey = ""] = /^(.*)=([^=]+)$/.exec(entry.trim()) ?? [];
    const parsed = URL.canParse(address) ? new URL(address) : undefined;
    const isPlain =
      parsed && /^https?:$/.test(parsed.protocol) && parsed.search + parsed.hash === "";
    if (!isPlain || parsed.username !== "" || !VKEY.test(vkey))
      throw new ConfigError(
        `${name} must be addresses with keys such as https://witness.example=name+0a1b2c3d+BASE64, separated by commas.`,
      );
    return { url: parsed.href.replace(/\/+$/, ""), vkey };
  });
  if (settings.length <= WITNESSES_MAX) return settings;
  throw new ConfigError(`${name} must have at most ${WITNESSES_MAX} witnesses.`);
}

export function seconds(name: string, text: string, max: number): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) <= max) return Number(text);
  throw new ConfigError(`${name} must be a number of seconds from 0 to ${max}, not "${text}".`);
}

export function waitHours(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= WAIT_HOURS_MAX) return Number(text);
  throw new ConfigError(
    `ADMINISTRATOR_WAIT_HOURS must be whole hours from 0 to ${WAIT_HOURS_MAX}, not "${text}".`,
  );
}

export function count(name: string, text: string | undefined, preset: number): number {
  if (text === undefined) return preset;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new ConfigError(`${name} must be a whole number from 1 to 999999999, not "${text}".`);
}

export function oneOf<Choice extends string>(
  name: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  throw new ConfigError(`${name} must be one of ${choices.join(", ")}, not "${text}".`);
}

/** Parses a URL. Errors do not contain the value, which may include a password. */
export function url(
  name: string,
  text: string | undefined,
  schemes: readonly string[],
): string | undefined {
  if (text === undefined) return undefined;
  const scheme = URL.canParse(text) ? new URL(text).protocol.slice(0, -1) : "";
  if (schemes.includes(scheme)) return text;
  throw new ConfigError(`${name} must be a URL that starts with ${schemes.join(":// or ")}://.`);
}

/**
 * Parses an origin. Refuses a URL with a path. The pages are always served at the root, so links in
 * messages would not work with a path.
 */
export function origin(name: string, text: string | undefined): string | undefined {
  const address = url(name, text, ["http", "https"]);
  if (address === undefined) return undefined;
  const parsed = new URL(address);
  if (parsed.href === `${parsed.origin}/`) return parsed.origin;
  throw new ConfigError(
    `${name} must be an address without a path, such as https://floor.example.`,
  );
}

export function pair(
  first: string,
  second: string,
  read: (name: string) => string | undefined,
): readonly [string, string] | undefined {
  const [one, two] = [read(first), read(second)];
  if (one !== undefined && two !== undefined) return [one, two];
  if (one === undefined && two === undefined) return undefined;
  const [present, missing] = one === undefined ? [second, first] : [first, second];
  throw new ConfigError(`${present} is set but ${missing} is not; set both or none.`);
}
