/** Changes a replay's pace, moves its time forward, or ends it. */
import { opensAt } from "#market";
import { forexRefusals } from "../terms/refusals.ts";
import type { OpenReplay } from "./open-replay.ts";

export type ReplayChange =
  | { readonly pace: number }
  | { readonly jumpTo: Date }
  | { readonly end: true };

/** Changes the replay. Throws `replay_ended` or `replay_jump_invalid`. */
export async function setReplay(
  replay: OpenReplay,
  change: ReplayChange,
  now: Date,
): Promise<void> {
  const { row, desk, market } = replay;
  if (row.endedAt) throw forexRefusals.replay_ended();
  if ("pace" in change) return replay.set({ pace: change.pace });
  if ("end" in change) return replay.set({ pace: 0, jumpTo: null, endedAt: now });
  const { untilMs } = await market.range();
  const toMs = opensAt(change.jumpTo.getTime());
  if (!(toMs > desk.clock.now().getTime() && toMs <= untilMs))
    throw forexRefusals.replay_jump_invalid({
      until: `${new Date(untilMs).toISOString().slice(0, 16)}Z`,
    });
  replay.set({ jumpTo: new Date(toMs) });
}
