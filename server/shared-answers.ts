/**
 * Computes a public response at most once per second, regardless of how many clients request it. An
 * event that may change the response invalidates it at once, because browsers request the data
 * again after the event.
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
