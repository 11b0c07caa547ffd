/**
 * Connects to one of the servers in NATS_URL, and confirms that published messages have arrived.
 */
import type { NatsConnection } from "@nats-io/transport-node";
import { StartError } from "../errors/start-error.ts";
import type { NatsAddress } from "./nats-address.ts";

/** Connects to NATS. The NATS client is loaded at the first call. */
export async function connectNats(
  { servers, isTls, login }: NatsAddress,
  connectMsMax: number,
): Promise<NatsConnection> {
  const { connect } = await import("@nats-io/transport-node");
  return connect({
    servers: [...servers],
    name: "hashfloor",
    ...login,
    ...(isTls ? { tls: {} } : {}),
    timeout: connectMsMax,
    reconnect: false,
    noEcho: true,
  });
}

/**
 * Returns a function whose promise resolves when the server has read all messages published
 * earlier. The promise rejects if the server does not respond within `msMax` or the connection
 * closes. The client's own flush is not used, because in these cases it would never settle.
 */
export function acknowledgements(connection: NatsConnection, msMax: number): () => Promise<void> {
  const waiting = new Set<(error: Error) => void>();
  const followEnd = async (): Promise<void> => {
    const error = (await connection.closed()) ?? new Error("the connection to NATS has closed");
    for (const giveUp of waiting) giveUp(error);
  };
  void followEnd();
  return async () => {
    let giveUp: (error: Error) => void = () => undefined;
    const failed = new Promise<never>((_resolve, reject) => (giveUp = reject));
    const timer = setTimeout(() => giveUp(new Error("NATS does not answer")), msMax);
    waiting.add(giveUp);
    try {
      await Promise.race([connection.flush(), failed]);
    } finally {
      clearTimeout(timer);
      waiting.delete(giveUp);
    }
  };
}

/**
 * Handles errors that the server reports outside of any call. Without a handler, these errors would
 * reject unrelated promises.
 */
export async function followErrors(
  connection: NatsConnection,
  onError: (error: Error) => void,
): Promise<void> {
  for await (const status of connection.status())
    if (status.type === "error") onError(status.error);
}

const NOT_TRUSTED = /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/**
 * Throws StartError for errors that a retry cannot fix: a refused login, permission or certificate.
 * An unreachable NATS server does not fail the start, because events are delivered as soon as the
 * server is reachable.
 */
export async function assertNats(
  address: NatsAddress,
  subject: string,
  msMax: number,
): Promise<void> {
  const { errors } = await import("@nats-io/transport-node");
  const refusalOf = (error: unknown): string | undefined => {
    if (error instanceof errors.AuthorizationError) return "the server refuses the login";
    if (error instanceof errors.PermissionViolationError)
      return "its user may not publish and subscribe to hashfloor.>";
    if (!(error instanceof Error)) return undefined;
    if ("code" in error && NOT_TRUSTED.test(String(error.code)))
      return `the server's certificate is not trusted (${String(error.code)})`;
    return error.message.endsWith("'tls'") ? "the server has no TLS" : undefined;
  };
  const failures: unknown[] = [];
  try {
    const connection = await connectNats(address, msMax);
    try {
      void followErrors(connection, (error) => failures.push(error));
      connection.subscribe(`${subject}.>`, { callback: () => undefined });
      connection.publish(`${subject}.beat`);
      await acknowledgements(connection, msMax)();
    } finally {
      await connection.close();
    }
  } catch (error) {
    failures.push(error);
  }
  const refusal = failures.map(refusalOf).find((text) => text !== undefined);
  if (refusal !== undefined) throw new StartError(`NATS_URL: ${refusal}.`, { cause: failures[0] });
}
