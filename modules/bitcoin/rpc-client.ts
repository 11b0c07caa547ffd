/**
 * Calls JSON-RPC over HTTP with a time limit, a size limit and typed errors. RpcError means that
 * the node rejected the call. Outage means that the node did not respond properly, so the call may
 * still have had an effect.
 */
import type { IncomingMessage } from "node:http";
import { nodeHttp, nodeHttps, Outage } from "#platform";

/**
 * A node's URL and credentials. A restarted child gets a new object, so connections to the old and
 * the new child can be distinguished by object identity.
 */
export interface RpcEndpoint {
  readonly url: string;
  /** Value of the Authorization header. Must never appear in logs or error texts. */
  readonly authorization: string;
}

/**
 * Thrown if the node understood the call and rejected it. The codes are those of Bitcoin Core's
 * rpc/protocol.h.
 */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  readonly method: string;
  /** The node's error text, without the method. */
  readonly reason: string;

  constructor(method: string, code: number, reason: string) {
    super(`${method}: ${reason} (${code})`);
    this.code = code;
    this.method = method;
    this.reason = reason;
  }
}

export const rpcCodes = {
  misc: -1,
  invalidAddressOrKey: -5,
  invalidParameter: -8,
  notConnected: -9,
  initialDownload: -10,
  decodeFailed: -22,
  missingInputs: -25,
  rejected: -26,
  alreadyInChain: -27,
  warmingUp: -28,
} as const;

/** Error codes of a node that is not ready yet and therefore rejects every call. */
const OUTAGE_CODES: ReadonlySet<number> = new Set([
  rpcCodes.notConnected,
  rpcCodes.initialDownload,
  rpcCodes.warmingUp,
]);

export const NODE_OUTAGE = "bitcoin node";

export interface RpcCallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Returns the result as parsed JSON. Its numbers are floats, so never read amounts from it. */
export type RpcCall = (
  method: string,
  params?: readonly unknown[],
  options?: RpcCallOptions,
) => Promise<unknown>;

export interface RpcClient {
  readonly call: RpcCall;
}

interface RpcClientPlan {
  /** Returns the endpoint. Throws an Outage while no node is running. */
  readonly endpoint: () => RpcEndpoint;
  readonly timeoutMs?: number;
  readonly replyBytesMax?: number;
}

const TIMEOUT_MS = 10_000;
/** Maximum size of a reply. A full block of 4 MB is 8 MB of hex. */
const REPLY_BYTES_MAX = 32 * 1024 * 1024;

export function createRpcClient(plan: RpcClientPlan): RpcClient {
  let lastId = 0;
  return {
    async call(method, params = [], options = {}) {
      const { url, authorization } = plan.endpoint();
      lastId += 1;
      const id = lastId;
      const timeout = AbortSignal.timeout(options.timeoutMs ?? plan.timeoutMs ?? TIMEOUT_MS);
      const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
      const { status, text } = await exchange({
        url,
        authorization,
        body: JSON.stringify({ jsonrpc: "1.0", id, method, params }),
        signal,
        bytesMax: plan.replyBytesMax ?? REPLY_BYTES_MAX,
      });
      return readReply(method, id, status, text);
    },
  };
}

/**
 * Splits a node's URL into the plain URL and its credentials. Throws a TypeError for any protocol
 * but http and https.
 */
export function endpointFromUrl(text: string): RpcEndpoint {
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) throw new TypeError("not an http or https address");
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  url.username = "";
  url.password = "";
  return { url: url.href, authorization: basicAuthorization(user, password) };
}

export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

interface RpcExchange {
  readonly url: string;
  readonly authorization: string;
  readonly body: string;
  readonly signal: AbortSignal;
  readonly bytesMax: number;
}

async function exchange(call: RpcExchange): Promise<{ status: number; text: string }> {
  try {
    const response = await post(call);
    return { status: response.statusCode ?? 0, text: await readCapped(response, call.bytesMax) };
  } catch (error) {
    if (error instanceof Outage) throw error;
    const { aborted, reason } = call.signal;
    throw new Outage(NODE_OUTAGE, failureText(aborted ? reason : error), { cause: error });
  }
}

/**
 * Sends a POST request without following redirects. Avoids `fetch`, whose first call costs 200 ms
 * of CPU time.
 */
function post({ url, authorization, body, signal }: RpcExchange): Promise<IncomingMessage> {
  const { request } = url.startsWith("https:") ? nodeHttps() : nodeHttp;
  const headers = {
    authorization,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    // The listener remains after the promise is settled. It then ignores errors during the
    // response, because the reader of the response handles these errors.
    request(url, { method: "POST", headers, signal }, resolve).on("error", reject).end(body);
  });
}

async function readCapped(response: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bytesMax) throw new Outage(NODE_OUTAGE, "the reply is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function readReply(method: string, id: number, status: number, text: string): unknown {
  if (status === 401 || status === 403)
    throw new Outage(NODE_OUTAGE, "it rejected the user name or password");
  const reply = parseJson(text);
  if (!isRecord(reply) || reply["id"] !== id)
    throw new Outage(NODE_OUTAGE, `an unreadable reply to ${method} (HTTP ${status})`);
  const { error } = reply;
  if (isRecord(error)) throw replyError(method, error);
  if (status !== 200 || !("result" in reply))
    throw new Outage(NODE_OUTAGE, `HTTP ${status} for ${method}`);
  return reply["result"];
}

function replyError(method: string, error: Readonly<Record<string, unknown>>): Error {
  const code = typeof error["code"] === "number" ? error["code"] : rpcCodes.misc;
  const reason = typeof error["message"] === "string" ? error["message"] : "unknown error";
  return OUTAGE_CODES.has(code)
    ? new Outage(NODE_OUTAGE, reason)
    : new RpcError(method, code, reason);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function failureText(error: unknown): string {
  if (!(error instanceof Error)) return "unreachable";
  if (error.name === "TimeoutError") return "no answer in time";
  const code = "code" in error ? error.code : "";
  return typeof code === "string" && code !== "" ? `unreachable (${code})` : "unreachable";
}
