/**
 * Provides the desk source of a replay, by mapping each route of the live desk to the replay's
 * route.
 */
import { api } from "../../../data/api/call.ts";
import type { ApiAnswer, ApiArguments } from "../../../data/api/route-shapes.ts";
import type { DeskSource } from "./desk-source.ts";
import { IN_REPLAY, type DeskRoute } from "./replay-routes.ts";

export function replayDesk(replayId: string): DeskSource {
  // Replay routes have the same input and output as the live routes, plus the replay's id.
  const call = <Name extends DeskRoute>(name: Name, ...[input]: ApiArguments<Name>) =>
    api(IN_REPLAY[name], inside(replayId, input) as never) as unknown as Promise<ApiAnswer<Name>>;
  return {
    replayId,
    routeOf: (name) => IN_REPLAY[name],
    call,
    query: (name, ...rest) => ({
      queryKey: [IN_REPLAY[name], inside(replayId, rest[0])],
      queryFn: () => call(name, ...rest),
    }),
    changedByOrders: [
      "getReplay",
      "listReplayOrders",
      "listReplayTrades",
      "listReplayPositions",
      "listReplayTransactions",
      "getReplayStatistics",
      "getReplayAnalysis",
      "listForexJournal",
    ],
  };
}

function inside(replayId: string, input: object = {}): object {
  const params = "params" in input ? (input.params as object) : {};
  return { ...input, params: { ...params, replayId } };
}
