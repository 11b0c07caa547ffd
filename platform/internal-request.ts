import type { IdempotentRequest } from "./idempotency.ts";
import { newUuid } from "./ids.ts";

/**
 * Returns a request that the platform makes for a user, without a browser. The request's key is new
 * each time, so it does not prevent a second effect. The state that the request changes must do so.
 */
export function internalRequest(userId: string, route: string): IdempotentRequest {
  return { userId, route, key: newUuid(), requestHash: route };
}
