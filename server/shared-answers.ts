/**
 * Computes a public answer at most once a second, regardless of how many clients read it. An event
 * that may change the answer invalidates it at once, because browsers read again after the event.
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
