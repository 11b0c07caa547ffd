/** Converts a followed transaction for the API. */
import { CONFIRMATIONS, confirmationsAt } from "../chain/chain-rules.ts";
import type { FollowedRow } from "./followers-table.ts";
import { followedStateOf, type FollowedState } from "./sighting.ts";

export interface PresentedFollowed {
  readonly txid: string;
  readonly state: FollowedState;
  readonly confirmations: number;
  readonly confirmationsRequired: number;
  readonly blockHeight: number | null;
  readonly isMailed: boolean;
  readonly followedAt: Date;
  readonly seenAt: Date | null;
  readonly takenBackAt: Date | null;
}

export function presentFollowed(row: FollowedRow, tipHeight: number): PresentedFollowed {
  const { txid, height, isMailed, followedAt, seenAt, takenBackAt } = row;
  return {
    txid,
    state: followedStateOf(row),
    confirmations: confirmationsAt(tipHeight, height),
    confirmationsRequired: CONFIRMATIONS,
    blockHeight: height,
    isMailed,
    followedAt,
    seenAt,
    takenBackAt,
  };
}
