/**
 * Limits the time in which a body must arrive. Node has one limit for all requests, which is the
 * limit of file uploads. All other bodies have less time.
 */
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { answerBrokenRequest } from "./problem.ts";

/** Time for a file upload: enough for the largest file at 4 Mbit/s. */
export const UPLOAD_MS_MAX = 900_000;

export function limitBodyTime(app: FastifyInstance, bodyMsMax: number): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { raw, headers } = request;
    const hasBody = headers["content-length"] !== undefined || "transfer-encoding" in headers;
    // Requests that Fastify injects in tests have no socket.
    const isReceived = hasBody && raw.socket instanceof Socket;
    if (isReceived && request.routeOptions.config.streamsBody !== true) {
      const end = () => {
        const error = Object.assign(new Error("the body took too long"), { code: TOO_SLOW });
        answerBrokenRequest(error, raw.socket);
      };
      const timer = setTimeout(end, bodyMsMax);
      raw.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
    }
    done();
  });
}

const TOO_SLOW = "ERR_HTTP_REQUEST_TIMEOUT";
