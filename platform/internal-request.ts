import type { IdempotentRequest } from "./idempotency.ts";
import { newUuid } from "./ids.ts";

/**
 * A request of nobody's browser: what the house does in a person's name, once. That it is not done
 * twice has to follow from what it changes.
 */
export function internalRequest(userId: string, route: string): IdempotentRequest {
  return { userId, route, key: newUuid(), requestHash: route };
}
