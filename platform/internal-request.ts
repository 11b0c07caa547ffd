import type { IdempotentRequest } from "./idempotency.ts";
import { newUuid } from "./ids.ts";

/**
 * A request that the platform makes on behalf of a user, without a browser. Its idempotency must
 * follow from the state that it changes.
 */
export function internalRequest(userId: string, route: string): IdempotentRequest {
  return { userId, route, key: newUuid(), requestHash: route };
}
