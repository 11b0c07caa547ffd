/**
 * One connection to PostgreSQL for announcements, by LISTEN and NOTIFY. Every few seconds it says
 * something to itself: a line on which that is not heard is dead, whatever the operating system
 * thinks, and is replaced after a growing pause.
 */
import pg from "pg";
import { clientOf } from "../database/primary-client.ts";
import type { Log } from "../process/log.ts";

export interface LineTimes {
  readonly connectMsMax: number;
  readonly answerMsMax: number;
  readonly beatMs: number;
  readonly pauseMsMin: number;
  readonly pauseMsMax: number;
}

const lineTimes: LineTimes = {
  connectMsMax: 5_000,
  answerMsMax: 5_000,
  beatMs: 5_000,
  pauseMsMin: 250,
  pauseMsMax: 10_000,
};

export interface LinePlan {
  readonly url: string;
  readonly log: Log;
  /** A payload that the line answers to itself with. */
  readonly beat: string;
  readonly times?: Partial<LineTimes>;
  /** Each payload on the channel, our own and those of strangers too, but for beats of our own. */
  readonly hear: (payload: string) => void;
  /** It stands, for the first time or again: what was said before was not heard. */
  readonly opened: () => void;
}

export interface Line {
  readonly isOpen: boolean;
  /** One statement of its own. Throws when the line is down or goes down. */
  say(payloads: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export const CHANNEL = "hashfloor";
const NOTIFY = `select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) as payload`;

export function openLine({ url, log, beat, hear, opened, times: changes = {} }: LinePlan): Line {
  const times = { ...lineTimes, ...changes };
  const Client = clientOf(url);
  const closing = new AbortController();
  let client: pg.Client | undefined;

  const notify = async (on: pg.Client, payloads: readonly string[]): Promise<void> => {
    await on.query(NOTIFY, [payloads]);
  };

  /** Resolves when a line that stood has fallen, rejects when none could be made. */
  const live = async (): Promise<void> => {
    const mine: pg.Client = new Client({
      connectionString: url,
      application_name: "hashfloor-bus",
      connectionTimeoutMillis: times.connectMsMax,
      query_timeout: times.answerMsMax,
      keepAlive: true,
    });
    const fallen = new Promise<void>((resolve) => mine.once("end", () => resolve()));
    mine.on("error", () => undefined);
    let isHeard = false;
    mine.on("notification", ({ channel, payload = "" }) => {
      if (channel !== CHANNEL) return;
      if (payload === beat) isHeard = true;
      else hear(payload);
    });
    const hangUp = (): void => void mine.end().catch(() => undefined);
    closing.signal.addEventListener("abort", hangUp);
    let beating: NodeJS.Timeout | undefined;
    try {
      // pg never settles `connect` of a client that is told to end meanwhile.
      await Promise.race([mine.connect(), fallen]);
      await mine.query(`listen ${CHANNEL}`);
      await notify(mine, [beat]);
      beating = setInterval(() => {
        if (!isHeard) return hangUp();
        isHeard = false;
        notify(mine, [beat]).catch(hangUp);
      }, times.beatMs);
      client = mine;
      opened();
      await fallen;
    } finally {
      clearInterval(beating);
      client = undefined;
      closing.signal.removeEventListener("abort", hangUp);
      hangUp();
    }
  };

  const living = (async () => {
    let pauseMs = times.pauseMsMin;
    while (!closing.signal.aborted) {
      const startedAt = performance.now();
      const failure = await live().then(
        () => undefined,
        (error: unknown) => error,
      );
      if (closing.signal.aborted) return;
      log.warn({ error: failure }, "announcements do not cross to other processes for the moment");
      if (performance.now() - startedAt > times.beatMs) pauseMs = times.pauseMsMin;
      await pause(pauseMs, closing.signal);
      pauseMs = Math.min(times.pauseMsMax, pauseMs * 2);
    }
  })();

  return {
    get isOpen() {
      return client !== undefined;
    },
    async say(payloads) {
      if (!client) throw new Error("the line is down");
      await notify(client, payloads);
    },
    async close() {
      closing.abort();
      await living;
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
