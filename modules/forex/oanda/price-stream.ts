/**
 * Keeps the pricing stream of OANDA's practice host open. Reconnects after a disconnect or ten
 * seconds of silence, with increasing delays. The token is sent only to the practice host:
 * redirects are not followed, and no part of the request is logged.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { PAIRS } from "#market";
import type { Log } from "#platform";
import { readMessage, type StreamMessage } from "./read-message.ts";

export interface OandaAccount {
  readonly token: string;
  readonly account: string;
  /** URL of a test server. Defaults to the practice host. */
  readonly host?: string;
}

export interface PriceStream {
  stop(): Promise<void>;
}

/** OANDA serves real accounts from a different host, which the product never contacts. */
const PRACTICE_HOST = "https://stream-fxpractice.oanda.com";
export const SILENCE_MS = 10_000;
const PAUSE_MS_MIN = 1_000;
const PAUSE_MS_MAX = 60_000;
const LINE_CHARACTERS_MAX = 65_536;

interface StreamDeps {
  readonly log: Log;
  readonly receive: (message: StreamMessage) => void;
  /** Initial delay before reconnecting. Shorter in tests. */
  readonly pauseMs?: number;
  readonly silenceMs?: number;
}

export function openPriceStream(oanda: OandaAccount, deps: StreamDeps): PriceStream {
  const stopping = new AbortController();
  const ending = keepOpen(oanda, deps, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await ending;
    },
  };
}

async function keepOpen(
  oanda: OandaAccount,
  deps: StreamDeps,
  stopped: AbortSignal,
): Promise<void> {
  const { log, pauseMs = PAUSE_MS_MIN } = deps;
  let pause = pauseMs;
  let lastProblem: string | undefined;
  while (!stopped.aborted) {
    let hasReceived = false;
    const receive = (message: StreamMessage) => {
      if (message.kind === "heartbeat" || message.kind === "price") hasReceived = true;
      deps.receive(message);
    };
    const problem = await readOnce(oanda, { ...deps, receive }, stopped);
    if (stopped.aborted) return;
    if (hasReceived) pause = pauseMs;
    if (hasReceived || problem !== lastProblem) log.warn({ problem }, "price stream disconnected");
    lastProblem = problem;
    await sleep(pause, undefined, { signal: stopped }).catch(() => undefined);
    pause = Math.min(PAUSE_MS_MAX, pause * 2);
  }
}

/** Reads until the connection ends. Returns the reason, without any part of the request. */
async function readOnce(
  { token, account, host = PRACTICE_HOST }: OandaAccount,
  { receive, silenceMs = SILENCE_MS }: StreamDeps,
  stopped: AbortSignal,
): Promise<string> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silenceMs);
  const signal = AbortSignal.any([stopped, silence.signal]);
  try {
    const names = PAIRS.map(({ name }) => name).join(",");
    const path = `/v3/accounts/${encodeURIComponent(account)}/pricing/stream?instruments=${names}`;
    const response = await fetch(new URL(path, host), {
      headers: { authorization: `Bearer ${token}` },
      redirect: "error",
      signal,
    });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      return `status ${response.status}`;
    }
    const read = lineReader((line) => {
      const message = readMessage(line);
      if (message.kind === "heartbeat" || message.kind === "price") timer.refresh();
      receive(message);
    });
    const text = response.body.pipeThrough(new TextDecoderStream());
    for await (const chunk of text) if (!read(chunk)) return "a line was too long";
    return "the server closed the connection";
  } catch {
    return silence.signal.aborted ? "silence" : "no connection";
  } finally {
    clearTimeout(timer);
  }
}

/** Splits chunks into lines. The returned function returns false if a line is too long. */
export function lineReader(receive: (line: string) => void): (chunk: string) => boolean {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") receive(line);
    return rest.length <= LINE_CHARACTERS_MAX;
  };
}
