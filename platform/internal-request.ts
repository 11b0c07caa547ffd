import type { IdempotentRequest } from "./idempotency.ts";
import { newUuid } from "./ids.ts";

/**
 * Returns a request that the platform makes for a user, without a browser. Each request has a new
 * key, so the key does not prevent a second effect. The state that the request changes must prevent
 * it.
 */
export function internalRequest(userId: string, route: string): IdempotentRequest {
  return { userId, route, key: newUuid(), requestHash: route };
}
