/**
 * Derives a followed transaction's state from the chain, and the messages due to its followers.
 * Pure.
 */
import { CONFIRMATIONS, confirmationsAt } from "../chain/chain-rules.ts";

export interface Sighting {
  readonly inMempool: boolean;
  /** Block height; null if the transaction is not in a block. */
  readonly height: number | null;
  /** When the transaction was first seen; null if it never was. */
  readonly seenAt: Date | null;
  /** Number of times the transaction's block left the chain. */
  readonly reorgs: number;
  readonly takenBackAt: Date | null;
}

export interface NotifiedState {
  readonly isSeenTold: boolean;
  readonly isConfirmedTold: boolean;
  readonly reorgsTold: number;
}

export type FollowedState = "not_seen" | "in_mempool" | "in_block" | "taken_back" | "gone";
export type FollowedNotice = "followed_seen" | "followed_taken_back" | "followed_confirmed";

/**
 * Returns the state. `taken_back` applies after a reorg until a block contains the transaction
 * again; `gone` means that the transaction left the mempool.
 */
export function followedStateOf(sighting: Sighting): FollowedState {
  const { height, takenBackAt, inMempool, seenAt } = sighting;
  if (height !== null) return "in_block";
  if (takenBackAt !== null) return "taken_back";
  if (inMempool) return "in_mempool";
  return seenAt === null ? "not_seen" : "gone";
}

export function isConfirmed({ height }: Pick<Sighting, "height">, tipHeight: number): boolean {
  return confirmationsAt(tipHeight, height) >= CONFIRMATIONS;
}

/**
 * Returns the initial notification state of a new follower, in which all earlier events count as
 * reported.
 */
export function notifiedStateOf(sighting: Sighting, tipHeight: number): NotifiedState {
  return {
    isSeenTold: sighting.seenAt !== null,
    isConfirmedTold: isConfirmed(sighting, tipHeight),
    reorgsTold: sighting.reorgs,
  };
}

/**
 * Returns the due messages, in order. After a reorg, the sixth confirmation is reported again.
 * Several reorgs since the last message are reported in one message.
 */
export function noticesDue(
  notified: NotifiedState,
  sighting: Sighting,
  tipHeight: number,
): readonly FollowedNotice[] {
  const isTakenBack = notified.reorgsTold < sighting.reorgs;
  const isDeep = isConfirmed(sighting, tipHeight);
  return [
    ...(sighting.seenAt !== null && !notified.isSeenTold ? (["followed_seen"] as const) : []),
    ...(isTakenBack ? (["followed_taken_back"] as const) : []),
    ...(isDeep && (isTakenBack || !notified.isConfirmedTold)
      ? (["followed_confirmed"] as const)
      : []),
  ];
}

export function notifiedStateAfter(
  notified: NotifiedState,
  sighting: Sighting,
  tipHeight: number,
): NotifiedState {
  const isUnchanged = notified.isConfirmedTold && notified.reorgsTold === sighting.reorgs;
  const now = notifiedStateOf(sighting, tipHeight);
  return { ...now, isConfirmedTold: now.isConfirmedTold || isUnchanged };
}
