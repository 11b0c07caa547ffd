/**
 * Encodes and decodes the messages between processes: JSON with the sender and its events. Every
 * field is checked on receipt, because every database user may write to the channel. The messages
 * contain only ids, and knowing an id grants no access.
 */
import type { BusEvents, MeChange } from "./bus.ts";

export type BusEvent = {
  readonly [Topic in keyof BusEvents]: readonly [topic: Topic, message: BusEvents[Topic]];
}[keyof BusEvents];

export interface Speech {
  /** Name of the sending process. */
  readonly from: string;
  /** The events. Empty for a heartbeat. */
  readonly said: readonly BusEvent[];
}

/** Maximum size of a payload, which is below PostgreSQL's limit of 8,000 bytes. */
export const PAYLOAD_BYTES_MAX = 7_900;

export function writeSpeech({ from, said }: Speech): string {
  return JSON.stringify({ from, said });
}

/** Encodes one event of `said`. */
export function writeEvent(event: BusEvent): string {
  return JSON.stringify(event);
}

export interface ReceivedSpeech extends Speech {
  /** The number of events that are unknown, because they are invalid or from a newer release. */
  readonly ignored: number;
}

/** Decodes a payload. Returns undefined if none of our processes could have sent it. */
export function readSpeech(payload: string): ReceivedSpeech | undefined {
  const speech = parse(payload);
  if (!isRecord(speech)) return undefined;
  const { from, said } = speech;
  if (!isText(from) || !Array.isArray(said)) return undefined;
  const valid = said.filter(isEvent);
  return { from, said: valid, ignored: said.length - valid.length };
}

const TEXT_MAX = 200;
const SESSIONS_MAX = 1_000;
const ME_CHANGES: Readonly<Record<MeChange, true>> = {
  balances: true,
  adjustments: true,
  deposits: true,
  withdrawals: true,
  mining: true,
  workers: true,
  earn: true,
  forex: true,
  mailbox: true,
  profile: true,
  support: true,
};

const checks: Readonly<
  Record<keyof BusEvents, (message: Readonly<Record<string, unknown>>) => boolean>
> = {
  me: ({ userId, what }) => isText(userId) && isText(what) && Object.hasOwn(ME_CHANGES, what),
  block: ({ height, hash }) => Number.isSafeInteger(height) && isText(hash),
  chat: ({ chatId, userId, what }) =>
    isText(chatId) &&
    (userId === null || isText(userId)) &&
    isOneOf(what, ["message", "typing", "read"]),
  terms: ({ what }) => isOneOf(what, ["reference", "rates", "terms", "banner"]),
  "session-ended": ({ sessionIds }) =>
    Array.isArray(sessionIds) && sessionIds.length <= SESSIONS_MAX && sessionIds.every(isText),
  "signing-keys": () => true,
  wake: ({ worker }) => isText(worker),
  missed: () => true,
};

function isTopic(name: unknown): name is keyof BusEvents {
  return typeof name === "string" && Object.hasOwn(checks, name);
}

function isEvent(one: unknown): one is BusEvent {
  if (!Array.isArray(one) || one.length !== 2) return false;
  const [topic, message]: readonly unknown[] = one;
  return isTopic(topic) && isRecord(message) && checks[topic](message);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= TEXT_MAX;
}

function isOneOf(value: unknown, choices: readonly string[]): boolean {
  return typeof value === "string" && choices.includes(value);
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
