/**
 * Kills all NATS servers and keeps them down. NATS carries only events, so money requests continue,
 * and each page receives only events from the web process to which it is connected. When NATS is
 * back, all pages are told to reload their data.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { callApi, signUp } from "../../../support/people/person.ts";
import { listenTo } from "../../../support/servers/stream-listener.ts";
import { secondsSince, until } from "../wait.ts";
import { writesAgain, type Outcome, type Scene } from "./fault.ts";
import { readOn } from "./reads.ts";

const AWAY_MS = 20_000;
const HEAR_MS = 2_000;

export async function loseNats(scene: Scene): Promise<Outcome> {
  const { engines, platform } = scene;
  const { web1, web2 } = platform.webUrls;
  const person = await signUp(platform.url, "Nats");
  const token = await person.token();
  const listener = await listenTo({ url: web1 }, person);
  /**
   * Makes a change through the other web process. Resolves with true if this process receives the
   * event.
   */
  const isHeard = async () => {
    listener.received.splice(0);
    await callApi(web2, "updateMe", token, { body: { name: `Nats ${performance.now()}` } });
    const end = performance.now() + HEAR_MS;
    while (performance.now() < end) {
      if (listener.received.some(({ type }) => type === "event")) return true;
      await sleep(20);
    }
    return undefined;
  };
  await until("events cross over NATS", isHeard);
  const reading = readOn(scene);
  const startMs = performance.now();
  engines.killNats();
  const firstMs = await writesAgain(scene, startMs);
  const isHeardMeanwhile = await isHeard();
  await sleep(AWAY_MS - (performance.now() - startMs));
  listener.received.splice(0);
  await engines.startNats();
  const backMs = performance.now();
  await until("the page is told to reload", () =>
    listener.received.some(({ type }) => type === "missed") ? true : undefined,
  );
  const missedMs = performance.now();
  await until("events cross again", isHeard);
  const crossedMs = performance.now();
  listener.hangUp();
  return {
    lines: [
      `All NATS servers were down for ${secondsSince(startMs, backMs)}. The next write was answered after ${secondsSince(startMs, firstMs)}. Pages were told to reload ${secondsSince(backMs, missedMs)} after NATS was back, and events reached the other process after ${secondsSince(backMs, crossedMs)}.`,
      ...(await reading.stop()),
    ],
    problems: isHeardMeanwhile
      ? ["Events reached the other process without NATS, so NATS did not carry them"]
      : [],
  };
}
