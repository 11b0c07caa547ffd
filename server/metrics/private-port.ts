/**
 * Serves the operator's port: metrics for Prometheus, and health with details. Listens on the
 * loopback address unless METRICS_HOST is set. The port requires no password, so none of its
 * responses may identify a user.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";
import { nodeHttp, StartError, type Log } from "#platform";
import { failingOf, type Readiness } from "../health/readiness.ts";

export interface PrivatePortDeps {
  readonly log: Log;
  readonly host: string;
  /**
   * METRICS_PORT. If undefined, the port is PORT + 6464, or any free port if PORT + 6464 is taken.
   */
  readonly wanted: number | undefined;
  /** Value of PORT. If PORT is 0, the system chooses the private port as well. */
  readonly webPort: number;
  readonly registry: Registry;
  readonly readiness: Readiness;
  readonly isLive: () => boolean;
}

export interface PrivatePort {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Difference between the private port and PORT. With PORT 3000, the private port is 9464, the
 * customary port of Prometheus exporters.
 */
const FROM_WEB_PORT = 6_464;
const PORT_MAX = 65_535;
const REQUEST_MS_MAX = 10_000;
const CONNECTIONS_MAX = 50;
const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Starts the private port. Throws a StartError if METRICS_PORT is not available. */
export async function startPrivatePort(deps: PrivatePortDeps): Promise<PrivatePort> {
  const server = nodeHttp.createServer((request, response) => {
    answer(request, deps)
      .catch((error: unknown) => {
        deps.log.error({ error }, "the private port failed");
        return text(500, "failed\n");
      })
      .then((write) => write(response))
      .catch(() => response.destroy());
  });
  server.headersTimeout = REQUEST_MS_MAX;
  server.requestTimeout = REQUEST_MS_MAX;
  server.maxConnections = CONNECTIONS_MAX;
  const url = `http://${inUrl(deps.host)}:${await listen(server, deps)}`;
  deps.log.info({ url: `${url}/metrics` }, "metrics are served at this address only");
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function inUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * True if the Host header is one of this machine's names. Without this check, a foreign page in a
 * local browser could read the port through a DNS name that the page's owner controls.
 */
function isOwnName(hostHeader: string, host: string): boolean {
  const name = hostHeader.toLowerCase().replace(/:\d+$/, "");
  return name === inUrl(host).toLowerCase() || LOOPBACK_NAMES.includes(name);
}

async function listen(
  server: Server,
  { host, wanted, webPort, log }: PrivatePortDeps,
): Promise<number> {
  const derived = webPort + FROM_WEB_PORT;
  const preset = webPort === 0 || derived > PORT_MAX ? 0 : derived;
  try {
    return await listenOn(server, host, wanted ?? preset);
  } catch (error) {
    if (isNoAddress(error))
      throw new StartError(`METRICS_HOST: ${host} is not an address of this machine.`, {
        cause: error,
      });
    if (wanted !== undefined)
      throw new StartError(`METRICS_PORT: ${wanted} is in use or not permitted.`, {
        cause: error,
      });
    log.warn({ port: preset }, "the metrics port is in use; using a free one");
    return listenOn(server, host, 0);
  }
}

function isNoAddress(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN";
}

function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

type Write = (response: ServerResponse) => void;

async function answer(request: IncomingMessage, deps: PrivatePortDeps): Promise<Write> {
  const { registry, readiness, isLive } = deps;
  if (!isOwnName(request.headers.host ?? "", deps.host)) return text(403, "not under this name\n");
  if (request.method !== "GET") return text(405, "GET only\n");
  const [path] = (request.url ?? "").split("?");
  if (path === "/metrics") return text(200, await registry.metrics(), registry.contentType);
  if (path === "/livez")
    return isLive() ? text(200, "ok\n") : text(503, "the event loop is stuck\n");
  const checks = await readiness.checkNow();
  if (path === "/startupz")
    return readiness.hasStarted() ? text(200, "ok\n") : text(503, "not started\n");
  if (path !== "/readyz") return text(404, "/metrics, /readyz, /livez and /startupz are here\n");
  const status = failingOf(checks).length === 0 ? 200 : 503;
  return text(status, JSON.stringify({ checks }), "application/json");
}

function text(status: number, body: string, type = "text/plain; charset=utf-8"): Write {
  return (response) => {
    response.writeHead(status, { "content-type": type, "x-content-type-options": "nosniff" });
    response.end(body);
  };
}
