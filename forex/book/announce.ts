/** After a commit: the person's pages and the engine read the book again. */
import type { Bus } from "#platform";

export const FOREX_ENGINE = "forex-engine";

export function announce(bus: Bus, userId: string): void {
  bus.publish("me", { userId, what: "forex" });
  bus.publish("me", { userId, what: "balances" });
  bus.publish("wake", { worker: FOREX_ENGINE });
}
