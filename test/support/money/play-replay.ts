/** Starts and plays replays in tests, as the routes do. */
import { placeOrder } from "../../../modules/forex/orders/place-order.ts";
import {
  withReplay,
  type OpenReplay,
  type ReplayDeps,
} from "../../../modules/forex/replays/open-replay.ts";
import { setReplay, type ReplayChange } from "../../../modules/forex/replays/set-replay.ts";
import {
  startReplay,
  type ReplayAccount,
  type StartReplay,
} from "../../../modules/forex/replays/start-replay.ts";
import { viewReplay } from "../../../modules/forex/replays/view-replay.ts";
import type { OrderRequest } from "#market";
import { moneyRequest } from "./mining.ts";

type Draft = Partial<OrderRequest> & Pick<OrderRequest, "instrument" | "units">;

/** Starts a paused replay and returns functions that view and change it. */
export async function playReplay(
  deps: ReplayDeps,
  userId: string,
  subject: StartReplay["subject"],
  account?: ReplayAccount,
) {
  const { id } = await startReplay(deps, {
    request: moneyRequest(userId, "startReplay"),
    subject,
    pace: 0,
    ...(account ? { account } : {}),
  });
  return playerOf(deps, userId, id);
}

/** Returns functions that view and change a replay. */
export function playerOf(deps: ReplayDeps, userId: string, id: string) {
  const opened = <Answer>(work: (replay: OpenReplay) => Promise<Answer>) =>
    withReplay(deps, { userId, replayId: id, ip: "192.0.2.1" }, work);
  const view = () => opened(viewReplay);
  const set = (change: ReplayChange) =>
    opened(async (replay) => {
      await setReplay(replay, change, deps.clock.now());
      return viewReplay(replay);
    });
  return {
    id,
    opened,
    view,
    set,
    order: (draft: Draft, replaces?: string) =>
      opened(({ desk }) =>
        placeOrder(
          desk,
          {
            request: moneyRequest(userId, "placeReplayOrder", draft),
            draft: { type: "MARKET", ...draft },
            ...(replaces === undefined ? {} : { replaces }),
          },
          (stored) => stored,
        ),
      ),
    /** Jumps to a time and polls until the jump is complete. */
    async jump(to: string) {
      await set({ jumpTo: new Date(to) });
      for (let views = 0; views < 200; views += 1)
        if ((await view()).replay.jumpTo === null) return;
      throw new Error(`the replay did not reach ${to}`);
    },
  };
}
