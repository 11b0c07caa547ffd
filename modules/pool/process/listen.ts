/** Opens the ports that miners connect to. */
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { StartError } from "#platform";
import { CONNECTIONS_MAX } from "./connection-limits.ts";
import type { PoolSettings } from "./process-messages.ts";

export interface Listening {
  readonly ports: { readonly port: number; readonly tlsPort: number | null };
  close(): void;
}

type Places = Pick<PoolSettings, "host" | "port" | "isAnyPortGood" | "tls">;

type Tls = NonNullable<PoolSettings["tls"]>;

const HANDSHAKE_MS_MAX = 10_000;

/**
 * Listens on the configured ports. Throws a StartError whose one-line message names the invalid
 * variable.
 */
export async function listenForMiners(
  { host, port, isAnyPortGood, tls }: Places,
  accept: (socket: Socket) => void,
): Promise<Listening> {
  const plain = createServer({ noDelay: true }, accept);
  await listenAt(plain, { host, port }).catch(async (error: unknown) => {
    const isTaken = codeOf(error) === "EADDRINUSE";
    if (!isTaken || !isAnyPortGood) throw refusal("STRATUM_PORT", { host, port }, error);
    await listenAt(plain, { host, port: 0 });
  });
  const secure = tls ? await listenSecurely({ host, tls }, accept) : undefined;
  return {
    ports: { port: portOf(plain), tlsPort: secure ? portOf(secure) : null },
    close() {
      plain.close();
      secure?.close();
    },
  };
}

async function listenSecurely(
  { host, tls }: { readonly host: string; readonly tls: Tls },
  accept: (socket: Socket) => void,
): Promise<Server> {
  const server = createSecure(tls, accept);
  server.on("tlsClientError", () => undefined);
  await listenAt(server, { host, port: tls.port }).catch((error: unknown) => {
    throw refusal("STRATUM_TLS_PORT", { host, port: tls.port }, error);
  });
  return server;
}

function createSecure(tls: Tls, accept: (socket: Socket) => void): Server {
  const files = certificate(tls);
  try {
    return createTlsServer({ ...files, handshakeTimeout: HANDSHAKE_MS_MAX }, accept);
  } catch (error) {
    throw new StartError(
      "STRATUM_TLS_CERT: the file is not a PEM certificate, or STRATUM_TLS_KEY is not its key.",
      { cause: error },
    );
  }
}

function certificate({ certFile, keyFile }: Tls) {
  return {
    cert: readPem("STRATUM_TLS_CERT", certFile),
    key: readPem("STRATUM_TLS_KEY", keyFile),
  };
}

function readPem(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new StartError(`${name}: ${file} cannot be read (${codeOf(error)}).`, { cause: error });
  }
}

function listenAt(server: Server, place: { host: string; port: number }): Promise<void> {
  server.maxConnections = CONNECTIONS_MAX;
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(place, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function refusal(name: string, place: { host: string; port: number }, error: unknown): StartError {
  const code = codeOf(error);
  const isPort = code === "EADDRINUSE" || code === "EACCES";
  const line = isPort
    ? `${name}: ${place.port} is in use by another program or not allowed. Choose another port.`
    : `STRATUM_HOST: cannot listen on ${place.host} (${code}). Choose another address.`;
  return new StartError(line, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}
