/**
 * Opens streams that only receive events, in a separate process so that their CPU time is measured
 * separately. Like a browser, each client reopens a disconnected stream after the same pauses. The
 * command-line arguments are the URL and the number of streams. The process reports its state over
 * IPC on request.
 */
import { WebSocket } from "ws";
import { reconnectPauseMs } from "../../../../web/data/live/stream.ts";
import { signUp } from "../../../support/people/person.ts";

export interface Standing {
  readonly open: number;
  /** Number of streams closed since the start. */
  readonly cut: number;
  /** Milliseconds from each disconnection until the stream is ready again. */
  readonly readyMs: readonly number[];
  /** Milliseconds from each disconnection until the stream's next event. */
  readonly heardMs: readonly number[];
  /** Number of failed attempts to open a stream. */
  readonly refused: number;
  readonly processorMs: number;
}

const [, , url = "", count = "0"] = process.argv;
/**
 * Streams per user. It is below the limit of 20 per process, because all of a user's streams may
 * connect to the same process after a kill.
 */
const EACH = 16;
const SIGN_UPS_AT_ONCE = 4;
const TOPICS = ["me", "mining", "chain", "chat", "terms"];

let open = 0;
let cuts = 0;
let refused = 0;
const readyMs: number[] = [];
const heardMs: number[] = [];

function hold(token: string, begun: () => void): void {
  let attempt = 0;
  let cutAtMs: number | undefined;
  let wantsNews = false;
  const connect = () => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/v1/stream`, { origin: url });
    let isReady = false;
    socket.on("error", () => undefined);
    socket.on("open", () => socket.send(JSON.stringify({ type: "auth", token })));
    socket.on("message", (data: Buffer) => {
      const { type } = JSON.parse(data.toString()) as { type: string };
      if (type === "ping") return socket.send(JSON.stringify({ type: "pong" }));
      if (type === "ready") {
        isReady = true;
        open += 1;
        attempt = 0;
        if (cutAtMs !== undefined) readyMs.push(performance.now() - cutAtMs);
        socket.send(JSON.stringify({ type: "subscribe", topics: TOPICS }));
        return begun();
      }
      if (!wantsNews || cutAtMs === undefined) return undefined;
      wantsNews = false;
      heardMs.push(performance.now() - cutAtMs);
      cutAtMs = undefined;
      return undefined;
    });
    socket.on("close", () => {
      if (isReady) {
        open -= 1;
        cuts += 1;
        cutAtMs ??= performance.now();
        wantsNews = true;
      } else refused += 1;
      setTimeout(connect, reconnectPauseMs(attempt));
      attempt += 1;
    });
  };
  connect();
}

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  const processorMs = (user + system) / 1_000;
  const standing: Standing = { open, cut: cuts, readyMs, heardMs, refused, processorMs };
  process.send?.(standing);
});
process.once("disconnect", () => process.exit(0));

const people = Math.ceil(Number(count) / EACH);
for (let first = 0; first < people; first += SIGN_UPS_AT_ONCE) {
  const some = Math.min(SIGN_UPS_AT_ONCE, people - first);
  await Promise.all(
    Array.from({ length: some }, async (_, place) => {
      const token = await (await signUp(url, `Listener${first + place}`)).token();
      const streams = Math.min(EACH, Number(count) - (first + place) * EACH);
      await Promise.all(
        Array.from({ length: streams }, () => new Promise<void>((begun) => hold(token, begun))),
      );
    }),
  );
}
