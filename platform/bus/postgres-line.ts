/**
 * Sends events over one PostgreSQL connection with LISTEN and NOTIFY. Every few seconds this
 * process sends a message to itself. If the message does not arrive, the connection is considered
 * dead, even if the operating system reports it as open. A dead connection is replaced, with
 * increasing delays between attempts.
 */
import pg from "pg";
import { clientOf } from "../database/primary-client.ts";
import type { Log } from "../process/log.ts";
import type { Listener, Line } from "./carrier.ts";
import { keepStanding, lineTimes, type LineTimes } from "./reconnect.ts";
import { PAYLOAD_BYTES_MAX, writeSpeech } from "./wire.ts";

export interface LinePlan {
  readonly url: string;
  readonly log: Log;
  readonly times?: Partial<LineTimes>;
}

/**
 * Minimum interval between two SQL statements, which allows at most 50 statements per second.
 * NOTIFY takes a lock that the whole server shares, so it must run rarely.
 */
const TOGETHER_MS = 20;
export const CHANNEL = "hashfloor";
const NOTIFY = `select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) as payload`;

export function postgresLine(
  { url, log, times: changes = {} }: LinePlan,
  { from, receive, opened }: Listener,
): Line {
  const beat = writeSpeech({ from, said: [] });
  const times = { ...lineTimes, ...changes };
  const Client = clientOf(url);
  const closing = new AbortController();
  let client: pg.Client | undefined;

  const notify = async (on: pg.Client, payloads: readonly string[]): Promise<void> => {
    await on.query(NOTIFY, [payloads]);
  };

  /** Opens a connection and resolves when the connection breaks. Rejects if it cannot be opened. */
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
    let isAlive = false;
    mine.on("notification", ({ channel, payload = "" }) => {
      if (channel !== CHANNEL) return;
      if (payload === beat) isAlive = true;
      else receive(payload);
    });
    const hangUp = (): void => void mine.end().catch(() => undefined);
    closing.signal.addEventListener("abort", hangUp);
    let beating: NodeJS.Timeout | undefined;
    try {
      // pg never settles `connect` if the client is ended before it has connected.
      await Promise.race([mine.connect(), fallen]);
      await mine.query(`listen ${CHANNEL}`);
      await notify(mine, [beat]);
      beating = setInterval(() => {
        if (!isAlive) return hangUp();
        isAlive = false;
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

  const living = keepStanding({ log, times, closing: closing.signal, live });

  return {
    get isOpen() {
      return client !== undefined;
    },
    limits: { bytesMax: PAYLOAD_BYTES_MAX, isByTopic: false },
    batchMs: TOGETHER_MS,
    async say(payloads) {
      if (!client) throw new Error("the connection is down");
      const texts = payloads.map(({ text }) => text);
      await notify(client, texts);
    },
    async close() {
      closing.abort();
      await living;
    },
  };
}
