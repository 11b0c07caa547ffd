import type { IdempotentRequest } from "./idempotency.ts";
import { newUuid } from "./ids.ts";

/**
 * Returns a request that the platform makes for a user, without a browser. The request must be
 * idempotent because of the state that it changes, since its key is new each time.
 */
export function internalRequest(userId: string, route: string): IdempotentRequest {
  return { userId, route, key: newUuid(), requestHash: route };
}
