/**
 * Sends events over NATS. Subjects are `hashfloor.<installation>.<topic>`, and a single
 * subscription covers all topics. The client's automatic reconnection is off, because the client
 * would buffer messages without limit and would not report lost messages. Each batch is followed by
 * a PING, and is considered sent when the PONG arrives. To detect messages lost between two
 * servers, each process numbers its messages and sends a heartbeat every few seconds.
 */
import type { NatsConnection } from "@nats-io/transport-node";
import type { Log } from "../process/log.ts";
import type { Listener, Line } from "./carrier.ts";
import { acknowledgements, connectNats, followErrors } from "./connect-nats.ts";
import { createReceivedNumbers } from "./received-numbers.ts";
import { keepStanding, lineTimes, type LineTimes } from "./reconnect.ts";
import type { NatsAddress } from "./nats-address.ts";
import { PAYLOAD_BYTES_MAX } from "./wire.ts";

export interface NatsPlan {
  readonly address: NatsAddress;
  /** Installation id in the subject, which separates installations that share a NATS server. */
  readonly installation: string;
  readonly log: Log;
  readonly times?: Partial<LineTimes>;
}

/**
 * Events published within this interval are sent together. The interval is shorter than that for
 * NOTIFY, because NATS takes no lock.
 */
const TOGETHER_MS = 5;
/** Matches `<sender> <number> `, which precedes the payload. */
const FRAME = /^([\w-]{1,64}) (\d{1,15}) /;
const FRAME_BYTES_MAX = 64 + 15 + 2;

export function natsLine(
  { address, installation, log, times: changes = {} }: NatsPlan,
  { from, receive, opened, missed }: Listener,
): Line {
  const times = { ...lineTimes, ...changes };
  const subject = `hashfloor.${installation}`;
  const closing = new AbortController();
  const numbers = createReceivedNumbers(2 * times.beatMs);
  let standing:
    | { readonly connection: NatsConnection; readonly acknowledged: () => Promise<void> }
    | undefined;
  let bytesMax = PAYLOAD_BYTES_MAX;
  let said = 0;

  const say = (on: NatsConnection, topic: string, text: string): void => {
    on.publish(`${subject}.${topic}`, `${from} ${said + 1} ${text}`);
    said += 1;
  };
  const take = (data: Uint8Array): void => {
    // Skips parsing, because the message is longer than any message that our processes send.
    if (data.length > FRAME_BYTES_MAX + PAYLOAD_BYTES_MAX) return receive("");
    const text = Buffer.from(data.buffer, data.byteOffset, data.length).toString("utf8");
    const [frame = "", speaker = "", number] = FRAME.exec(text) ?? [];
    if (frame === "") return receive("");
    if (numbers.isAfterGap(speaker, Number(number))) missed();
    const payload = text.slice(frame.length);
    if (payload !== "") receive(payload);
  };

  const live = async (): Promise<void> => {
    const mine = await connectNats(address, times.connectMsMax);
    const acknowledged = acknowledgements(mine, times.answerMsMax);
    let failure: unknown;
    const fall = (error?: unknown): void => {
      failure ??= error;
      void mine.close();
    };
    const hangUp = (): void => fall();
    closing.signal.addEventListener("abort", hangUp);
    let beating: NodeJS.Timeout | undefined;
    try {
      if (closing.signal.aborted) return;
      numbers.begin();
      mine.subscribe(`${subject}.>`, {
        callback: (error, message) => (error ? fall(error) : take(message.data)),
      });
      void followErrors(mine, fall);
      const beat = async (): Promise<void> => {
        say(mine, "beat", "");
        await acknowledged();
      };
      await beat();
      bytesMax = Math.min(
        PAYLOAD_BYTES_MAX,
        (mine.info?.max_payload ?? Infinity) - FRAME_BYTES_MAX,
      );
      beating = setInterval(() => void beat().catch(fall), times.beatMs);
      standing = { connection: mine, acknowledged };
      opened();
      failure = (await mine.closed()) ?? failure;
    } finally {
      standing = undefined;
      clearInterval(beating);
      closing.signal.removeEventListener("abort", hangUp);
      await mine.close();
    }
    if (failure !== undefined) throw failure;
  };
  const living = keepStanding({ log, times, closing: closing.signal, live });

  return {
    get isOpen() {
      return standing !== undefined;
    },
    get limits() {
      return { bytesMax, isByTopic: true };
    },
    batchMs: TOGETHER_MS,
    async say(payloads) {
      if (!standing) throw new Error("the connection is down");
      const { connection, acknowledged } = standing;
      for (const { topic, text } of payloads) say(connection, topic, text);
      await acknowledged().catch((error: unknown) => {
        void connection.close();
        throw error;
      });
    },
    async close() {
      closing.abort();
      await living;
    },
  };
}
