/**
 * Adds a WAL position to each answer of a request that may have written. A read with that position,
 * in any process, sees the written data.
 */
import type { FastifyInstance } from "fastify";
import { POSITION_HEADER, type Reads } from "#platform";

const READ_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Must be called before the routes are registered. */
export function sendPositions(app: FastifyInstance, { reads }: { readonly reads: Reads }): void {
  app.addHook("onSend", async (request, reply) => {
    // A refusal may have written something; a server error has rolled back.
    if (READ_METHODS.has(request.method) || reply.statusCode >= 500) return;
    const position = await reads.wrote(request.found?.userId);
    if (position !== undefined) reply.header(POSITION_HEADER, position);
  });
}
