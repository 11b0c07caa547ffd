/**
 * Runs Debian's `nats-server` for tests, and installs it if it is missing and the system permits.
 * Each server is a separate process that a test can stop, freeze and restart at the same address.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { installDebianPackage } from "../../../scripts/debian-package.ts";
import { memoryFolder, removeFolder } from "./scratch-folder.ts";

/**
 * Returns the program's path, or undefined if it is not installed. Debian installs it in a folder
 * that is not on ordinary users' PATH.
 */
export function findNatsServer(): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, "nats-server")).find((path) => existsSync(path));
}

/**
 * Installs the program. Call it once before searching for the program. If the installation fails,
 * it prints one line with the name of the missing program.
 */
export function installNatsServer(): void {
  const program =
    findNatsServer() ?? installDebianPackage("nats-server", [["nats-server"]], findNatsServer);
  if (program === undefined)
    process.stdout.write(
      "No nats-server (Debian: apt-get install nats-server): nothing is tested over NATS.\n",
    );
}

export interface NatsServer {
  readonly host: string;
  /** URL of the server, without a login. */
  readonly url: string;
  start(): Promise<void>;
  /** Sends SIGKILL, to simulate a power cut. */
  kill(): Promise<void>;
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  stop(): Promise<void>;
}

const START_MS_MAX = 10_000;
const POLL_MS = 10;

/** Starts a server. `settings` is text in the syntax of the server's configuration file. */
export async function startNats(settings = ""): Promise<NatsServer> {
  const program = findNatsServer();
  if (program === undefined) throw new Error("there is no nats-server");
  const folder = memoryFolder();
  const port = await freePort();
  const file = join(folder, "nats.conf");
  writeFileSync(file, `listen: "127.0.0.1:${port}"\n${settings}\n`);
  let child: ChildProcess | undefined;
  const end = async (name: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill(name);
    await exit;
  };
  const server: NatsServer = {
    host: `127.0.0.1:${port}`,
    url: `nats://127.0.0.1:${port}`,
    async start() {
      child = spawn(program, ["-c", file], { stdio: "ignore" });
      const until = Date.now() + START_MS_MAX;
      while (!(await says(port))) {
        if (child.exitCode !== null) throw new Error(`nats-server does not take ${settings}`);
        if (Date.now() > until) throw new Error("nats-server does not come");
        await sleep(POLL_MS);
      }
    },
    kill: () => end("SIGKILL"),
    signal: (name) => void child?.kill(name),
    async stop() {
      await end("SIGKILL");
      removeFolder(folder);
    },
  };
  await server.start();
  return server;
}

/** Returns a port that is currently free. Another program may take the port before it is used. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Returns true if the server sends its NATS greeting. */
function says(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", () => resolve(true)).once("error", () => resolve(false));
    socket.once("close", () => resolve(false)).once("data", () => socket.destroy());
  });
}
