/**
 * Claims HOST and PORT at the beginning of a start. The address becomes part of sign-in tokens
 * before the modules are open, so no other process may take the port in the meantime. Until the
 * server is ready, clients are told to retry.
 */
import { lookup } from "node:dns/promises";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { Server as HttpServer } from "node:http";
import { StartError, type Config } from "#platform";

type Address = Pick<Config, "host" | "port">;

export interface ClaimedPort {
  /** The requested port, or the free port that the system chose if 0 was requested. */
  readonly port: number;
  /** Passes all further connections to `server`. Closing `server` closes the port. */
  readonly handOver: (server: HttpServer) => Promise<void>;
  /** Closes the port if it was not handed over. */
  readonly release: () => Promise<void>;
}

const STARTING = [
  "HTTP/1.1 503 Service Unavailable",
  "retry-after: 1",
  "content-length: 0",
  "connection: close",
  "\r\n",
].join("\r\n");

/** Claims the port. Throws a one-line StartError that names the variable at fault. */
export async function claimPort(address: Address): Promise<ClaimedPort> {
  const [first = address.host, ...others] = await addressesOf(address);
  const main = await listenAt({ host: first, port: address.port }).catch((error: unknown) => {
    throw listenError(error, address);
  });
  const { port } = main.address() as AddressInfo;
  // If possible, the server also listens on the machine's other "localhost" addresses, as most
  // servers do.
  const besides = await Promise.allSettled(others.map((host) => listenAt({ host, port })));
  const extra = besides.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  for (const one of [main, ...extra]) one.on("connection", turnAway);
  let isHandedOver = false;

  return {
    port,
    async handOver(server) {
      isHandedOver = true;
      for (const one of extra) {
        one.off("connection", turnAway).on("connection", (socket) => {
          server.emit("connection", socket);
        });
        server.once("close", () => one.close());
      }
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(main, resolve);
      });
    },
    async release() {
      if (isHandedOver) return;
      await Promise.all([main, ...extra].map(closed));
    },
  };
}

function turnAway(socket: Socket): void {
  socket.on("error", () => socket.destroy());
  socket.end(STARTING, () => socket.destroySoon());
}

async function addressesOf(address: Address): Promise<string[]> {
  if (address.host !== "localhost") return [address.host];
  const entries = await lookup(address.host, { all: true }).catch((error: unknown) => {
    throw listenError(error, address);
  });
  return [...new Set(entries.map((one) => one.address))];
}

function listenAt({ host, port }: Address): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => resolve(server));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

/**
 * Returns a one-line StartError for a failed listen. Errors unrelated to HOST or PORT are returned
 * unchanged.
 */
function listenError(error: unknown, { host, port }: Address): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const line = {
    EADDRINUSE: `PORT: ${port} is in use by another program. Stop it, or choose another PORT.`,
    EACCES: `PORT: ${port} may not be opened by this user. Choose one from 1024 on.`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST: ${host} is not an address of this machine.`,
    EAI_AGAIN: `HOST: ${host} is not an address of this machine.`,
    EINVAL: `HOST: ${host} is not an address of this machine.`,
  }[code];
  return line === undefined ? error : new StartError(line, { cause: error });
}
