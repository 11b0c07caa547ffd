/**
 * Defines the secret of a blind replay, and its text form. The SHA-256 of the text is the
 * commitment, which is shown at the start. The text itself is shown after the end, so that anyone
 * can check that the secret was not chosen afterwards.
 */
// Not from `seeds.ts`, which the live desk's scripts would then load as well.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { instrumentNamed, type Instrument } from "../instruments/instruments.ts";
import { dayAt, isTradingDay, openingOf } from "../hours/market-hours.ts";
import type { Day } from "../hours/calendar.ts";

export interface BlindSecret {
  /** 32 random bytes in hex, without which the other facts could be found by trying them all. */
  readonly nonce: string;
  readonly instrument: Instrument;
  /** Real trading day on which the replay starts. */
  readonly day: Day;
  readonly isMirrored: boolean;
  /** Real mid price at the start, in the quote currency, which is shown as 1. */
  readonly scale: string;
}

/** Hours after the day's opening at which a blind replay starts: 03:00 in New York. */
const START_HOURS = 10;

/** Returns the time of the start on a trading day, real or fictional. */
export function startOn(day: Day): number {
  return openingOf(day) + START_HOURS * 3_600_000;
}

export function secretText({ nonce, instrument, day, isMirrored, scale }: BlindSecret): string {
  const startsAt = new Date(startOn(day)).toISOString();
  return JSON.stringify({ nonce, instrument: instrument.name, startsAt, isMirrored, scale });
}

/** Returns the commitment to a secret's text: its SHA-256 in hex. */
export function commitmentTo(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Reads a secret's text. Returns undefined unless the text is exactly that of a valid secret. */
export function readSecret(text: string): BlindSecret | undefined {
  const fields = fieldsIn(text);
  const { nonce, instrument: name, startsAt, isMirrored, scale } = fields;
  if (typeof nonce !== "string" || !/^[0-9a-f]{64}$/.test(nonce)) return undefined;
  if (typeof name !== "string" || typeof startsAt !== "string") return undefined;
  if (typeof isMirrored !== "boolean" || typeof scale !== "string") return undefined;
  const instrument = instrumentNamed(name);
  const startMs = Date.parse(startsAt);
  if (!instrument?.isTradeable || Number.isNaN(startMs) || !(Number(scale) > 0)) return undefined;
  const secret = { nonce, instrument, day: dayAt(startMs), isMirrored, scale };
  return isTradingDay(secret.day) && secretText(secret) === text ? secret : undefined;
}

function fieldsIn(text: string): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
