/**
 * What anybody may read is worked out once a second however many read it, and again at once when
 * something is announced that it may tell of: a browser reads it again because of that.
 */
import { shareResultFor, type Bus, type Shared } from "#platform";

const SHARED_MS = 1_000;
const ENDED_BY = ["block", "terms", "missed"] as const;

export function shareUntilEvent<Given extends readonly unknown[], Answer>(
  bus: Pick<Bus, "subscribe">,
  ask: (...given: Given) => Promise<Answer>,
): Shared<Given, Answer> {
  const shared = shareResultFor(SHARED_MS, ask);
  for (const topic of ENDED_BY) bus.subscribe(topic, shared.forget);
  return shared;
}
