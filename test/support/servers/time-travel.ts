/**
 * Runs the whole product in this process, with a clock that the test moves. Days can pass between
 * two requests, even while the server is down, and the clock can go back. Users sign in again
 * automatically when their session has expired because the clock was moved.
 */
import { createClient } from "@supabase/supabase-js";
import { machineUptimeMs, openDatabase, readConfig, silentLog, type Clock } from "#platform";
import { supabasePublicKey } from "#users";
import { openInstallation, type Installation } from "../../../server/open-installation.ts";
import { ApiFailure, callApi, signUp, type Person } from "../people/person.ts";
import { manyRequests } from "./launch-server.ts";
import { newInstallation, type Installation as InstalledPlace } from "./installation.ts";

export interface TravelClock extends Clock {
  set(time: Date | string): void;
  /** Moves the clock forward, or back if the number is negative. */
  advance(milliseconds: number): void;
}

export const SECOND = 1_000;
export const HOUR = 3_600 * SECOND;
export const DAY = 24 * HOUR;

/**
 * Returns a clock that runs at normal speed from `start`, so that workers, blocks and counters keep
 * their pace. It jumps only when the test moves it.
 */
export function travelClock(start: Date | string): TravelClock {
  let offsetMs = 0;
  const set = (time: Date | string): void => {
    offsetMs = new Date(time).getTime() - Date.now();
  };
  set(start);
  return {
    now: () => new Date(Date.now() + offsetMs),
    set,
    advance: (milliseconds) => void (offsetMs += milliseconds),
  };
}

export interface InstallationInTime {
  /** Returns the running server's URL, which changes with each start. */
  url(): string;
  readonly clock: TravelClock;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Stops the server. The clock continues to run, and all data is kept. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Signs up a new user who stays signed in when the clock moves. */
  signUp(name: string): Promise<Person>;
  /**
   * Returns a user with an existing account, such as the administrator, who stays signed in when
   * the clock moves.
   */
  signIn(email: string, password: string): Person;
  /** Stops the server and removes its data. Call it in `afterAll`. */
  close(): Promise<void>;
}

export interface InstallationInTimeOptions {
  /**
   * True if the product suspends payments when the clock moves or after long downtime, as it does
   * in normal operation.
   */
  readonly watchesClock?: true;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The installation's folder and database. Both are removed when the installation is closed. By
   * default the database is on the test run's PostgreSQL.
   */
  readonly place?: InstalledPlace;
}

/**
 * Starts an installation whose modules read the time from `clock`. It mines five blocks per second.
 */
export async function startInstallationAt(
  clock: TravelClock,
  { env = {}, watchesClock, place }: InstallationInTimeOptions = {},
): Promise<InstallationInTime> {
  const { dataDir, databaseUrl, applicationUrl, remove } = place ?? (await newInstallation());
  const config = readConfig({
    PORT: "0",
    HOUSE_RIG: "off",
    DATA_DIR: dataDir,
    DATABASE_URL: applicationUrl,
    BLOCK_SECONDS: "0.2",
    ...manyRequests,
    ...env,
  });
  let installation: Installation | undefined;
  const running = (): Installation => {
    if (!installation) throw new Error("the server is down");
    return installation;
  };
  const start = async (): Promise<void> => {
    if (!watchesClock) await forgetLastSeen(databaseUrl);
    const uptime = watchesClock ? { uptimeMs: machineUptimeMs } : {};
    installation = await openInstallation(config, silentLog, { clock, ...uptime });
  };
  const stop = async (): Promise<void> => {
    await installation?.stop();
    installation = undefined;
  };
  const url = (): string => running().url;
  await start();

  return {
    url,
    clock,
    dataDir,
    databaseUrl,
    start,
    stop,
    async signUp(name) {
      const person = await signUp(url(), name);
      return staySignedIn(url, person);
    },
    signIn: (email, password) => staySignedIn(url, { email, password }),
    async close() {
      await stop();
      await remove();
    },
  };
}

/**
 * Clears the last known time. Without it, neither downtime nor a changed clock causes a clock
 * check.
 */
export async function forgetLastSeen(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, { connectionsMax: 1 });
  await database.query("update platform_pay_gate set seen_at = null");
  await database.close();
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Returns a user who calls the API with an access token. If the server refuses the token, the user
 * signs in again and repeats the call once.
 */
function staySignedIn(url: () => string, { email, password }: Credentials): Person {
  let current: string | undefined;
  const token = async (): Promise<string> =>
    (current ??= await signInAgain(url(), email, password));
  return {
    email,
    password,
    get auth() {
      return authAt(url());
    },
    token,
    async call(name, options) {
      try {
        return await callApi(url(), name, await token(), options);
      } catch (error) {
        if (!(error instanceof ApiFailure && error.problem.status === 401)) throw error;
        current = undefined;
        return callApi(url(), name, await token(), options);
      }
    },
  };
}

function authAt(url: string): Person["auth"] {
  return createClient(url, supabasePublicKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).auth;
}

async function signInAgain(url: string, email: string, password: string): Promise<string> {
  const { data, error } = await authAt(url).signInWithPassword({ email, password });
  if (error) throw error;
  return data.session.access_token;
}
