/**
 * Adds a WAL position to each response to a request that may have written data. A later read that
 * carries this position sees the written data in any process.
 */
import type { FastifyInstance } from "fastify";
import { POSITION_HEADER, type Reads } from "#platform";

const READ_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Installs the hook. Must be called before the routes are registered. */
export function sendPositions(app: FastifyInstance, { reads }: { readonly reads: Reads }): void {
  app.addHook("onSend", async (request, reply) => {
    // A refused request may have written data, whereas a request that ended in a server error was
    // rolled back.
    if (READ_METHODS.has(request.method) || reply.statusCode >= 500) return;
    const position = await reads.wrote(request.found?.userId);
    if (position !== undefined) reply.header(POSITION_HEADER, position);
  });
}
