/**
 * Passes events on to clients that read from a standby. A browser reads data as soon as it receives
 * an event. Before passing an event on, this process therefore waits until it knows a WAL position
 * after the commit that caused the event, regardless of the process that committed. Events that
 * revoke access are passed on at once.
 */
import type { BusEvents, Bus } from "../bus/bus.ts";
import type { MinimumPositions } from "./minimum-positions.ts";
import type { PrimaryPositions } from "./primary-positions.ts";

type Topic = keyof BusEvents;

/**
 * Topics whose events make clients read data again. Each function returns the affected user, or
 * undefined if all users are affected.
 */
const FOLLOWED: {
  readonly [Name in Topic]?: (message: BusEvents[Name]) => string | undefined;
} = {
  me: ({ userId }) => userId,
  block: () => undefined,
  chat: () => undefined,
  terms: () => undefined,
  missed: () => undefined,
};

export function followEvents(
  bus: Bus,
  {
    positions,
    minimums,
  }: { readonly positions: PrimaryPositions; readonly minimums: MinimumPositions },
): Bus {
  const follow = <Name extends Topic>(topic: Name): void => {
    const concerned = FOLLOWED[topic];
    bus.subscribe(topic, (message) => {
      // This subscriber runs before the subscribers below, which request the same position.
      positions.now().then(
        (position) => minimums.raise(concerned?.(message), position),
        () => minimums.lose(),
      );
    });
  };
  for (const topic of Object.keys(FOLLOWED) as Topic[]) follow(topic);

  return {
    publish: (topic, message) => bus.publish(topic, message),
    subscribe(topic, listener) {
      if (!Object.hasOwn(FOLLOWED, topic)) return bus.subscribe(topic, listener);
      let isOver = false;
      const notify = (message: BusEvents[typeof topic]) => (): void => {
        if (!isOver) listener(message);
      };
      const end = bus.subscribe(topic, (message) => {
        void positions.now().then(notify(message), notify(message));
      });
      return () => {
        isOver = true;
        end();
      };
    },
  };
}
