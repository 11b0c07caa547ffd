/**
 * Announcements for who reads from a standby. A browser reads at once what it hears of; before it
 * hears, the process knows a position behind the commit that was announced, whoever made it. What
 * ends trust is told at once.
 */
import type { Announcements, Bus } from "../bus/bus.ts";
import type { Floors } from "./minimum-positions.ts";
import type { PrimaryPositions } from "./primary-positions.ts";

type Topic = keyof Announcements;

/** Those that somebody reads after, and whom they concern; undefined: everybody. */
const FOLLOWED: {
  readonly [Name in Topic]?: (message: Announcements[Name]) => string | undefined;
} = {
  me: ({ userId }) => userId,
  block: () => undefined,
  chat: () => undefined,
  terms: () => undefined,
  missed: () => undefined,
};

export function followNews(
  bus: Bus,
  { positions, floors }: { readonly positions: PrimaryPositions; readonly floors: Floors },
): Bus {
  const follow = <Name extends Topic>(topic: Name): void => {
    const concerned = FOLLOWED[topic];
    bus.subscribe(topic, (message) => {
      // Before those below, who ask for the same answer.
      positions.now().then(
        (position) => floors.raise(concerned?.(message), position),
        () => floors.lose(),
      );
    });
  };
  for (const topic of Object.keys(FOLLOWED) as Topic[]) follow(topic);

  return {
    publish: (topic, message) => bus.publish(topic, message),
    subscribe(topic, listener) {
      if (!Object.hasOwn(FOLLOWED, topic)) return bus.subscribe(topic, listener);
      let isOver = false;
      const tell = (message: Announcements[typeof topic]) => (): void => {
        if (!isOver) listener(message);
      };
      const end = bus.subscribe(topic, (message) => {
        void positions.now().then(tell(message), tell(message));
      });
      return () => {
        isOver = true;
        end();
      };
    },
  };
}
