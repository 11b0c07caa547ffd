/**
 * Defines the state of a connection and the result of one protocol step. All functions are pure:
 * they take a state and a message, and return the next state, the replies and the effects. The
 * time, the current job and the known shares are arguments.
 */
import type { Rejection, RejectReason, SentJob, Solved } from "./judge-share.ts";
import type { Job } from "./job.ts";
import type { MinerName, RequestId } from "./messages.ts";
import { startShareRate, type ShareRate } from "./share-rate.ts";
import { startVardiff, type Vardiff } from "./vardiff.ts";

export interface Session {
  readonly extranonce1: Buffer;
  readonly isSubscribed: boolean;
  /** Name of the client software, truncated. */
  readonly software: string;
  /** Workers by the name as sent by the client. */
  readonly workers: ReadonlyMap<string, Miner>;
  readonly versionMask: number;
  readonly vardiff: Vardiff;
  readonly rate: ShareRate;
  /** Difficulty in the last `mining.set_difficulty`. Undefined before the first one. */
  readonly sentMicros: number | undefined;
  /** Jobs sent on this connection, newest last. */
  readonly jobs: readonly SentJob[];
  readonly connectedAtMs: number;
  /** Time of the last accepted share. */
  readonly usefulAtMs: number;
  readonly invalidInRow: number;
}

/** An authorized mining name, and the user who is credited with its work. */
export interface Miner extends MinerName {
  /** Null for the house rig. */
  readonly userId: string | null;
}

export interface Circumstances {
  readonly nowMs: number;
  /** Current job. Undefined if there is no recent template. */
  readonly job: Job | undefined;
  readonly isSeen: (key: string) => boolean;
  /** Reason why shares cannot be stored and are rejected. Undefined if shares can be stored. */
  readonly refusal: Rejection | undefined;
  /**
   * This connection's part of the network's rate limit, in shares per second, if all connections
   * from the network send at the same rate.
   */
  readonly fairPerSecond: number;
  /** False if the connection's network has reached its rate limit. */
  readonly mayCount: boolean;
}

export type Effect =
  | {
      readonly kind: "authorize";
      readonly id: RequestId | undefined;
      readonly fullName: string;
      readonly name: MinerName;
      readonly password: string;
    }
  | {
      readonly kind: "share";
      readonly miner: Miner;
      readonly sent: SentJob;
      readonly solved: Solved;
    }
  /** A share that is too easy for its job but is a valid block. */
  | {
      readonly kind: "block";
      readonly miner: Miner;
      readonly sent: SentJob;
      readonly solved: Solved;
    }
  | { readonly kind: "rejected"; readonly miner: Miner; readonly reason: RejectReason }
  | { readonly kind: "close"; readonly why: string };

export interface Step {
  readonly session: Session;
  /** Messages to send, one per line. */
  readonly replies: readonly unknown[];
  readonly effects: readonly Effect[];
}

const INVALID_IN_ROW_MAX = 100;

export function openSession(
  extranonce1: Buffer,
  nowMs: number,
  rate = startShareRate(nowMs),
): Session {
  return {
    extranonce1,
    isSubscribed: false,
    software: "",
    workers: new Map(),
    versionMask: 0,
    vardiff: startVardiff(nowMs),
    rate,
    sentMicros: undefined,
    jobs: [],
    connectedAtMs: nowMs,
    usefulAtMs: nowMs,
    invalidInRow: 0,
  };
}

export function isActive(session: Session): boolean {
  return session.isSubscribed && session.workers.size > 0;
}

/** Returns a step without replies or effects. */
export function quiet(session: Session): Step {
  return { session, replies: [], effects: [] };
}

export function answer(session: Session, id: RequestId | undefined, result: unknown): Step {
  const replies = id === undefined ? [] : [{ id, result, error: null }];
  return { session, replies, effects: [] };
}

/**
 * Rejects invalid input. Closes the connection after a hundred consecutive rejections, which honest
 * miners never cause.
 */
export function invalid(session: Session, id: RequestId | undefined, rejection: Rejection): Step {
  const invalidInRow = session.invalidInRow + 1;
  const step = refuse({ ...session, invalidInRow }, id, rejection);
  return invalidInRow < INVALID_IN_ROW_MAX
    ? step
    : { ...step, effects: [{ kind: "close", why: "too many invalid messages" }] };
}

export function refuse(
  session: Session,
  id: RequestId | undefined,
  { code, text }: Rejection,
): Step {
  return {
    session,
    replies: [{ id: id ?? null, result: null, error: [code, text, null] }],
    effects: [],
  };
}

export function joined(first: Step, second: Step): Step {
  return {
    session: second.session,
    replies: [...first.replies, ...second.replies],
    effects: [...first.effects, ...second.effects],
  };
}

export function notification(method: string, params: readonly unknown[]): unknown {
  return { id: null, method, params };
}
