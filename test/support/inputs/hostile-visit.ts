/**
 * Starts a server and sends it hostile requests as a user with money. The server must refuse the
 * requests, move no satoshi and log no error.
 */
import { afterAll, afterEach, assert, beforeAll } from "vitest";
import { verifyLedger } from "#ledger";
import { auditBooks } from "../money/stopped-ledger.ts";
import { getCoins } from "../people/main-job.ts";
import { signUp, type Person } from "../people/person.ts";
import { send, type Sent } from "../servers/raw-request.ts";
import { startServer, type InstalledServer } from "../servers/server.ts";
import { removeFolder } from "../servers/scratch-folder.ts";

export interface HostileVisit {
  readonly url: string;
  /** A user with coins, whose balance is checked after each test. */
  readonly rich: Person;
  readonly coins: number;
  /** Subtracts a legitimate payment from the expected balance. */
  spent(amountSats: number): void;
  /** Sends a request as `rich` unless another user is given. */
  send(path: string, sent?: Partial<Sent>): ReturnType<typeof send>;
  /**
   * Stops the server. Returns its exit code, its ledger problems, and its output. Call it in the
   * last test.
   */
  end(): Promise<{ code: number | null; problems: readonly unknown[]; output: string }>;
}

/** Registers the setup and teardown hooks of a test file. Call it at the top of the file. */
export function hostileVisit(): HostileVisit {
  let server: InstalledServer | undefined;
  let rich: Person | undefined;
  let coins = 0;
  let isStopped = false;
  const there = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error("the server does not run yet");
    return part;
  };

  beforeAll(async () => {
    server = await startServer({ env: { BLOCK_SECONDS: "0.2" } });
    rich = await signUp(server.url, "Rich");
    coins = await getCoins(rich);
  });
  afterEach(async () => {
    if (isStopped) return;
    const { availableSats, heldSats } = await there(rich).call("getWallet");
    assert.deepEqual({ availableSats, heldSats }, { availableSats: coins, heldSats: 0 });
  });
  afterAll(async () => {
    await server?.stop();
    if (server) removeFolder(server.dataDir);
  });

  const visit: HostileVisit = {
    get url() {
      return there(server).url;
    },
    get rich() {
      return there(rich);
    },
    get coins() {
      return coins;
    },
    spent(amountSats) {
      coins -= amountSats;
    },
    send: (path, sent = {}) => send(`${visit.url}${path}`, { person: visit.rich, ...sent }),
    async end() {
      isStopped = true;
      const stopped = there(server);
      const code = await stopped.stop();
      const { problems } = await auditBooks(stopped, verifyLedger);
      return { code, problems, output: stopped.output() };
    },
  };
  return visit;
}

/**
 * Returns a withdrawal's JSON body with `walletAddress` as the recipient. Each field is passed as
 * JSON text, so that a test can send invalid numbers.
 */
export function withdrawalJson(
  walletAddress: string,
  fields: Readonly<Record<string, string>>,
): string {
  const all = {
    amountSats: "100000",
    method: '"wallet"',
    code: '"000000"',
    walletAddress: JSON.stringify(walletAddress),
    ...fields,
  };
  return `{${Object.entries(all)
    .map(([name, json]) => `"${name}":${json}`)
    .join(",")}}`;
}
