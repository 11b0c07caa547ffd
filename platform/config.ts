/**
 * Reads the environment into one typed value at the start. All names and defaults are part of the
 * public contract. An invalid value stops the start with one line that names the variable. An empty
 * variable is treated as absent.
 */
import { resolve } from "node:path";
import {
  addresses,
  ConfigError,
  count,
  oneOf,
  origin,
  pair,
  port,
  proxies,
  seconds,
  url,
  waitHours,
  webPort,
  witnesses,
  type WitnessSetting,
} from "./config-values.ts";
import { natsAddress, type NatsAddress } from "./bus/nats-address.ts";
import { databaseAddress, readAddress } from "./database/database-address.ts";
import { readSetting, type Environment } from "./process/read-setting.ts";

export { ConfigError } from "./config-values.ts";

export type BitcoinNetwork = "regtest" | "signet" | "testnet4";

export interface Config {
  /** Port of the pages. 0 if the operating system chooses a free port. */
  readonly port: number;
  readonly host: string;
  /**
   * Listening address of the operator's own port. It is also the only host name that this port
   * accepts.
   */
  readonly metricsHost: string;
  /**
   * The operator's own port. 0 if any free port may be used. Undefined if the port is derived from
   * `port`.
   */
  readonly metricsPort: number | undefined;
  /**
   * Public URL of the installation, such as `https://floor.example`. If undefined, the URL consists
   * of HOST and PORT.
   */
  readonly siteUrl: string | undefined;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /**
   * URL of the database, which may list several hosts in its parameters. If undefined, the embedded
   * PostgreSQL is used.
   */
  readonly databaseUrl: string | undefined;
  /**
   * URL of the same database without a pooler, for work that needs sessions. Undefined if
   * `databaseUrl` provides sessions.
   */
  readonly databaseDirectUrl: string | undefined;
  /** URL of the standbys of the same database. If undefined, the primary handles all reads. */
  readonly databaseReadUrl: string | undefined;
  /** NATS servers. If undefined, events are sent through the database. */
  readonly nats: NatsAddress | undefined;
  readonly bitcoin: {
    readonly network: BitcoinNetwork;
    /**
     * URL of the Bitcoin node. If undefined, bitcoind from PATH is started, or else the embedded
     * node.
     */
    readonly rpcUrl: string | undefined;
    /**
     * Seconds between blocks on regtest, possibly a fraction. 0 if blocks are not mined
     * automatically.
     */
    readonly blockSeconds: number;
  };
  /** The address that miners connect to with Stratum V1. */
  readonly pool: {
    /**
     * Port for miners. 0 if any free port may be used. If undefined, the port is 3333, or any free
     * port if 3333 is in use.
     */
    readonly port: number | undefined;
    readonly host: string;
    /** Paths of the PEM files for TLS. If undefined, miners can connect only without encryption. */
    readonly tls:
      | { readonly port: number; readonly certFile: string; readonly keyFile: string }
      | undefined;
    readonly hasHouseRig: boolean;
  };
  /** The first administrator. If undefined, the start prints a one-time set-up link. */
  readonly admin: { readonly email: string; readonly password: string } | undefined;
  /** A hosted authentication service. If undefined, the embedded service is used. */
  readonly supabase: { readonly url: string; readonly anonKey: string } | undefined;
  /**
   * Addresses and networks of reverse proxies whose X-Forwarded-For header is trusted. Empty if no
   * proxy is trusted.
   */
  readonly trustedProxy: readonly string[];
  /**
   * Additional URLs that a mailed link may redirect to. A trailing `/**` allows every URL with that
   * prefix.
   */
  readonly redirectAllowList: readonly string[];
  /** Witnesses that cosign the public log. */
  readonly witnesses: readonly WitnessSetting[];
  readonly smtpUrl: string | undefined;
  readonly smsGatewayUrl: string | undefined;
  /**
   * OANDA practice account whose prices replace those of the practice market. If undefined, the
   * practice market is used.
   */
  readonly oanda: { readonly token: string; readonly account: string } | undefined;
  /** Settings of WalletConnect. If undefined, wallets on other devices cannot be connected. */
  readonly walletConnect: { readonly projectId: string; readonly relayUrl: string } | undefined;
  readonly logLevel: string;
  /**
   * Seconds between the first failing `/readyz` and the stop, in which a load balancer can redirect
   * requests.
   */
  readonly stopWaitSeconds: number;
  /** Request limits per visitor and per user. */
  readonly rates: {
    /** Requests without a session, per IP address. */
    readonly anonymousPerMinute: number;
    readonly signedInPerMinute: number;
    readonly withdrawalsPerHour: number;
  };
  /**
   * The administrator waiting period in hours. It delays increases of review and faucet limits, and
   * approvals by administrators who are new or whose credentials have changed.
   */
  readonly administratorWaitHours: number;
}

const BLOCK_SECONDS_MAX = 86_400;
const STOP_WAIT_SECONDS_MAX = 60;
const NETWORKS: readonly BitcoinNetwork[] = ["regtest", "signet", "testnet4"];
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Returns the settings of the environment. Throws ConfigError. */
export function readConfig(environment: Environment): Config {
  const read = (name: string): string | undefined => readSetting(environment, name);
  return {
    ...readPorts(read),
    host: read("HOST") ?? "127.0.0.1",
    siteUrl: origin("SITE_URL", read("SITE_URL")),
    dataDir: resolve(read("DATA_DIR") ?? "data"),
    ...readDatabases(read),
    nats: address("NATS_URL", read("NATS_URL"), natsAddress),
    bitcoin: {
      network: oneOf("BITCOIN_NETWORK", read("BITCOIN_NETWORK") ?? "regtest", NETWORKS),
      rpcUrl: url("BITCOIN_RPC_URL", read("BITCOIN_RPC_URL"), ["http", "https"]),
      blockSeconds: seconds("BLOCK_SECONDS", read("BLOCK_SECONDS") ?? "10", BLOCK_SECONDS_MAX),
    },
    pool: readPool(read),
    trustedProxy: proxies("TRUSTED_PROXY", read("TRUSTED_PROXY")),
    witnesses: witnesses("WITNESSES", read("WITNESSES")),
    redirectAllowList: addresses("REDIRECT_ALLOW_LIST", read("REDIRECT_ALLOW_LIST")),
    ...readServices(read),
    rates: {
      anonymousPerMinute: count("REQUESTS_PER_MINUTE", read("REQUESTS_PER_MINUTE"), 1_200),
      signedInPerMinute: count("USER_REQUESTS_PER_MINUTE", read("USER_REQUESTS_PER_MINUTE"), 600),
      withdrawalsPerHour: count("WITHDRAWALS_PER_HOUR", read("WITHDRAWALS_PER_HOUR"), 30),
    },
    administratorWaitHours: waitHours(read("ADMINISTRATOR_WAIT_HOURS") ?? "24"),
    stopWaitSeconds: seconds(
      "STOP_WAIT_SECONDS",
      read("STOP_WAIT_SECONDS") ?? "0",
      STOP_WAIT_SECONDS_MAX,
    ),
    logLevel: oneOf("LOG_LEVEL", read("LOG_LEVEL") ?? "info", LOG_LEVELS),
  };
}

function readDatabases(read: (name: string) => string | undefined) {
  const databaseUrl = address("DATABASE_URL", read("DATABASE_URL"), databaseAddress);
  const direct = read("DATABASE_DIRECT_URL");
  const databaseDirectUrl = address("DATABASE_DIRECT_URL", direct, databaseAddress);
  const reads = read("DATABASE_READ_URL");
  const databaseReadUrl = address("DATABASE_READ_URL", reads, readAddress);
  if (databaseUrl === undefined && databaseDirectUrl !== undefined)
    throw new ConfigError("DATABASE_DIRECT_URL goes with DATABASE_URL; set both or none.");
  if (databaseUrl === undefined && databaseReadUrl !== undefined)
    throw new ConfigError("DATABASE_READ_URL goes with DATABASE_URL, whose standby it names.");
  return { databaseUrl, databaseDirectUrl, databaseReadUrl };
}

function address<Address>(
  name: string,
  text: string | undefined,
  parse: (name: string, text: string) => Address,
): Address | undefined {
  try {
    return text === undefined ? undefined : parse(name, text);
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : `${name} cannot be read.`);
  }
}

function readPorts(read: (name: string) => string | undefined) {
  const web = webPort(port("PORT", read("PORT"), 3000));
  const metricsPort = port("METRICS_PORT", read("METRICS_PORT"), undefined);
  if (metricsPort === web && web !== 0)
    throw new ConfigError(`METRICS_PORT must differ from PORT, which is ${web}.`);
  return { port: web, metricsPort, metricsHost: read("METRICS_HOST") ?? "127.0.0.1" };
}

function readPool(read: (name: string) => string | undefined): Config["pool"] {
  const houseRig = oneOf("HOUSE_RIG", read("HOUSE_RIG") ?? "on", ["on", "off"]);
  return {
    port: port("STRATUM_PORT", read("STRATUM_PORT"), undefined),
    host: read("STRATUM_HOST") ?? "127.0.0.1",
    tls: readPoolTls(read),
    hasHouseRig: houseRig === "on",
  };
}

function readPoolTls(read: (name: string) => string | undefined): Config["pool"]["tls"] {
  const tlsPort = port("STRATUM_TLS_PORT", read("STRATUM_TLS_PORT"), undefined);
  const files = pair("STRATUM_TLS_CERT", "STRATUM_TLS_KEY", read);
  if (tlsPort === undefined && files === undefined) return undefined;
  if (tlsPort === undefined || files === undefined)
    throw new ConfigError(
      "STRATUM_TLS_PORT, STRATUM_TLS_CERT and STRATUM_TLS_KEY belong together; set all or none.",
    );
  return { port: tlsPort, certFile: resolve(files[0]), keyFile: resolve(files[1]) };
}

const SECRET_CHARACTERS_MIN = 6;

/** Returns all secrets in the settings, in raw and decoded form, so that logs can omit them. */
export function secretsOf({
  databaseUrl,
  databaseDirectUrl,
  databaseReadUrl,
  nats,
  bitcoin,
  smtpUrl,
  smsGatewayUrl,
  admin,
  oanda,
}: Config): string[] {
  const databases = [databaseUrl, databaseDirectUrl, databaseReadUrl];
  const passwords = [...databases, bitcoin.rpcUrl, smtpUrl, smsGatewayUrl].map(passwordIn);
  // Some gateways use a token as the only credential, in place of the user name.
  const token = smsGatewayUrl === undefined ? "" : new URL(smsGatewayUrl).username;
  const secrets = [...passwords, token, secretOfNats(nats)];
  const all = [...secrets, ...secrets.map(decoded), admin?.password ?? "", oanda?.token ?? ""];
  return [...new Set(all)].filter((text) => text.length >= SECRET_CHARACTERS_MIN);
}

/** Returns the decoded credential, because the raw URL is not stored. */
function secretOfNats(nats: NatsAddress | undefined): string {
  if (!nats?.login) return "";
  if ("token" in nats.login) return nats.login.token;
  return nats.login.pass === nats.login.user ? "" : nats.login.pass;
}

/**
 * Returns the URL's password. Returns "" if the URL has no password, or if the password equals the
 * user name and is therefore not secret.
 */
function passwordIn(text: string | undefined): string {
  if (text === undefined) return "";
  const { username, password } = new URL(text);
  return password === username ? "" : password;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readServices(read: (name: string) => string | undefined) {
  const supabase = pair("SUPABASE_URL", "SUPABASE_ANON_KEY", read);
  const admin = pair("ADMIN_EMAIL", "ADMIN_PASSWORD", read);
  if (admin && !/^[^@\s]+@[^@\s]+$/.test(admin[0]))
    throw new ConfigError("ADMIN_EMAIL must be an e-mail address.");
  url("SUPABASE_URL", supabase?.[0], ["http", "https"]);
  return {
    admin: admin && { email: admin[0], password: admin[1] },
    supabase: supabase && { url: supabase[0].replace(/\/+$/, ""), anonKey: supabase[1] },
    smtpUrl: url("SMTP_URL", read("SMTP_URL"), ["smtp", "smtps"]),
    smsGatewayUrl: url("SMS_GATEWAY_URL", read("SMS_GATEWAY_URL"), ["http", "https"]),
    oanda: oandaAccount(pair("OANDA_TOKEN", "OANDA_ACCOUNT", read)),
    walletConnect: readWalletConnect(read),
  };
}

const WALLETCONNECT_RELAY = "wss://relay.walletconnect.org";

function readWalletConnect(read: (name: string) => string | undefined): Config["walletConnect"] {
  const projectId = read("WALLETCONNECT_PROJECT_ID");
  const relayUrl = url("WALLETCONNECT_RELAY_URL", read("WALLETCONNECT_RELAY_URL"), ["ws", "wss"]);
  if (projectId === undefined) return undefined;
  if (!/^[0-9a-f]{32}$/i.test(projectId))
    throw new ConfigError("WALLETCONNECT_PROJECT_ID must be 32 hexadecimal digits.");
  return { projectId, relayUrl: relayUrl ?? WALLETCONNECT_RELAY };
}

/**
 * Parses the OANDA settings. Errors contain neither value, because the operator may have swapped
 * token and account.
 */
function oandaAccount(tokenAndAccount: readonly [string, string] | undefined) {
  if (!tokenAndAccount) return undefined;
  const [token, account] = tokenAndAccount;
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new ConfigError("OANDA_TOKEN must be a token without spaces.");
  if (!/^\d{1,6}-\d{1,6}-\d{1,12}-\d{1,6}$/.test(account))
    throw new ConfigError("OANDA_ACCOUNT must be an account's number such as 101-004-1234567-001.");
  return { token, account };
}
