/**
 * Turns refusals, outages, bugs and malformed HTTP requests into RFC 9457 problem documents.
 * Details that users must not see appear only in the log.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { Socket } from "node:net";
import { newUuid, nodeHttp, Outage, Refusal } from "#platform";

export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
}

/**
 * A failed health check. Its status makes load balancers send requests to other servers. The
 * response contains only the check's name.
 */
export class Unhealthy extends Error {
  override readonly name = "Unhealthy";

  constructor(failing: readonly string[]) {
    super(`Failing: ${failing.join(", ")}.`);
  }
}

/**
 * Returns the part of a failure that the user may see. The messages of bugs and outages appear only
 * in the log.
 */
export function problemOf(error: FastifyError | Refusal | Outage | Error): Problem {
  if (error instanceof Refusal) {
    return { title: error.title, status: error.status, detail: error.text, code: error.code };
  }
  if (error instanceof Outage) {
    return {
      title: "Not available right now",
      status: 503,
      detail: `The ${error.what} does not answer. Nothing was lost; try again in a moment.`,
      code: "outage",
    };
  }
  if (error instanceof Unhealthy)
    return { title: "Not ready", status: 503, detail: error.message, code: "not_ready" };
  if ("validation" in error && error.validation) {
    return {
      title: "Invalid request",
      status: 400,
      detail: `${error.validationContext ?? "request"}: ${validationText(error.validation)}`,
      code: "invalid_request",
    };
  }
  const status =
    "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  if (status >= 400 && status < 500) {
    return { title: "Invalid request", status, detail: error.message, code: "invalid_request" };
  }
  return {
    title: "Something went wrong",
    status: 500,
    detail: "This is a fault of ours. The request id helps us to find it.",
    code: "internal_error",
  };
}

function validationText(issues: readonly { instancePath?: string; message?: string }[]): string {
  const [first] = issues;
  const path = first?.instancePath?.replace(/^\//, "").replaceAll("/", ".") ?? "";
  return [path, first?.message].filter(Boolean).join(" ");
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  return reply
    .code(problem.status)
    .header("content-type", CONTENT_TYPE)
    .header("x-content-type-options", "nosniff")
    .serializer(JSON.stringify)
    .send({ type: "about:blank", ...problem, requestId: request.id });
}

const CONTENT_TYPE = "application/problem+json; charset=utf-8";

/**
 * Responds to a request that Node's parser rejected. There is no Request object for such a request,
 * so the response is written directly to the socket, which is then closed.
 */
export function answerBrokenRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [status, detail] = brokenRequests[error.code ?? ""] ?? [400, "This is not valid HTTP."];
  const body = JSON.stringify({
    type: "about:blank",
    title: "Invalid request",
    status,
    detail,
    code: "invalid_request",
    requestId: newUuid(),
  });
  const head = [
    `HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status]}`,
    `content-type: ${CONTENT_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  if (socket.writable) socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
  else socket.destroy();
}

const brokenRequests: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive."],
  HPE_HEADER_OVERFLOW: [431, "The headers are too long."],
};
