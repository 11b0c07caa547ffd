/**
 * Each answer to a request that may have written carries a position behind its commit: a read with
 * it, at any process, sees what was written.
 */
import type { FastifyInstance } from "fastify";
import { POSITION_HEADER, type Reads } from "#platform";

const READ_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** To be called before the routes are registered. */
export function sendPositions(app: FastifyInstance, { reads }: { readonly reads: Reads }): void {
  app.addHook("onSend", async (request, reply) => {
    // A refusal may leave something, too; what ended in a fault has rolled back.
    if (READ_METHODS.has(request.method) || reply.statusCode >= 500) return;
    const position = await reads.wrote(request.found?.userId);
    if (position !== undefined) reply.header(POSITION_HEADER, position);
  });
}
