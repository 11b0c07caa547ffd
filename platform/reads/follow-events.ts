/**
 * Announcements for who reads from a standby. A browser reads at once what it hears of; before it
 * hears, the process knows a position behind the commit that was announced, whoever made it. What
 * ends trust is told at once.
 */
import type { BusEvents, Bus } from "../bus/bus.ts";
import type { MinimumPositions } from "./minimum-positions.ts";
import type { PrimaryPositions } from "./primary-positions.ts";

type Topic = keyof BusEvents;

/** Those that somebody reads after, and whom they concern; undefined: everybody. */
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
      // Before those below, who ask for the same answer.
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
