/**
 * What one connection is at, and what comes of a step of its conversation. Pure: a state and a
 * message become the next state, what is sent, and what is to be done; time, the job of the moment
 * and the shares seen so far are arguments.
 */
import type { Rejection, RejectReason, SentJob, Solved } from "./judge-share.ts";
import type { Job } from "./job.ts";
import type { MinerName, RequestId } from "./messages.ts";
import { startShareRate, type ShareRate } from "./share-rate.ts";
import { startVardiff, type Vardiff } from "./vardiff.ts";

export interface Session {
  readonly extranonce1: Buffer;
  readonly isSubscribed: boolean;
  /** What the client calls itself, cut short. */
  readonly software: string;
  /** By the name as it was sent. */
  readonly workers: ReadonlyMap<string, Miner>;
  readonly versionMask: number;
  readonly vardiff: Vardiff;
  readonly rate: ShareRate;
  /** What it was told last; undefined: nothing yet. */
  readonly sentMicros: number | undefined;
  /** Newest last. */
  readonly jobs: readonly SentJob[];
  readonly connectedAtMs: number;
  /** Of its last accepted share. */
  readonly usefulAtMs: number;
  readonly invalidInRow: number;
}

/** Whom the work of an authorized name counts for. */
export interface Miner extends MinerName {
  /** Null: the house's own rig. */
  readonly userId: string | null;
}

export interface Circumstances {
  readonly nowMs: number;
  /** Undefined: no template that is fresh enough to work on. */
  readonly job: Job | undefined;
  readonly isSeen: (key: string) => boolean;
  /** Undefined: shares are being kept. */
  readonly refusal: Rejection | undefined;
  /** Shares a second of one connection if all connections of its network send equally many. */
  readonly fairPerSecond: number;
  /** False: the network of the connection has sent as many shares as count. */
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
  /** Easier than its job, but a block of the chain. */
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
  /** One line each. */
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

/** Nothing is said and nothing to be done. */
export function quiet(session: Session): Step {
  return { session, replies: [], effects: [] };
}

export function answer(session: Session, id: RequestId | undefined, result: unknown): Step {
  const replies = id === undefined ? [] : [{ id, result, error: null }];
  return { session, replies, effects: [] };
}

/** A refusal that an honest miner does not earn a hundred times in a row. */
export function invalid(session: Session, id: RequestId | undefined, rejection: Rejection): Step {
  const invalidInRow = session.invalidInRow + 1;
  const step = refuse({ ...session, invalidInRow }, id, rejection);
  return invalidInRow < INVALID_IN_ROW_MAX
    ? step
    : { ...step, effects: [{ kind: "close", why: "too much that was invalid" }] };
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
