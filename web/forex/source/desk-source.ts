/**
 * Which account and market the page is about: a person's own at the live desk, or one replay with
 * the same routes inside it.
 */
import { createContext, useContext } from "react";
import type { RouteName } from "../../../api-schema/paths.ts";
import { api } from "../../api/call.ts";
import { apiQuery } from "../../api/query.ts";
import type { ApiAnswer, ApiArguments } from "../../api/route-shapes.ts";

const IN_REPLAY = {
  placeForexOrder: "placeReplayOrder",
  previewForexOrder: "previewReplayOrder",
  listForexOrders: "listReplayOrders",
  cancelForexOrder: "cancelReplayOrder",
  replaceForexOrder: "replaceReplayOrder",
  getForexOrderReport: "getReplayOrderReport",
  listForexTrades: "listReplayTrades",
  closeForexTrade: "closeReplayTrade",
  changeForexTradeOrders: "changeReplayTradeOrders",
  listForexPositions: "listReplayPositions",
  closeForexPosition: "closeReplayPosition",
  listForexTransactions: "listReplayTransactions",
  getForexStatistics: "getReplayStatistics",
  exportForexOrders: "exportReplayOrders",
  exportForexTrades: "exportReplayTrades",
  exportForexTransactions: "exportReplayTransactions",
  listCandles: "listReplayCandles",
} as const satisfies Partial<Record<RouteName, RouteName>>;

export type DeskRoute = keyof typeof IN_REPLAY;

export interface DeskSource {
  /** Undefined: the live desk. */
  readonly replayId: string | undefined;
  /** The route that is asked: keys of queries begin with it. */
  readonly routeOf: (name: DeskRoute) => RouteName;
  readonly call: <Name extends DeskRoute>(
    name: Name,
    ...rest: ApiArguments<Name>
  ) => Promise<ApiAnswer<Name>>;
  readonly query: <Name extends DeskRoute>(
    name: Name,
    ...rest: ApiArguments<Name>
  ) => { queryKey: readonly unknown[]; queryFn: () => Promise<ApiAnswer<Name>> };
  /** What an order makes old. */
  readonly changedByOrders: readonly RouteName[];
}

export const LIVE_DESK: DeskSource = {
  replayId: undefined,
  routeOf: (name) => name,
  call: api,
  query: (name, ...rest) => {
    const { queryKey } = apiQuery(name, ...rest);
    return { queryKey, queryFn: () => api(name, ...rest) };
  },
  changedByOrders: [
    "getForexAccount",
    "listForexOrders",
    "listForexTrades",
    "listForexPositions",
    "listForexTransactions",
    "getForexStatistics",
    "listEvents",
    "getMe",
  ],
};

export function replayDesk(replayId: string): DeskSource {
  // The replay's routes take and answer what the live ones do, and the replay's id besides.
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
    ],
  };
}

function inside(replayId: string, input: object = {}): object {
  const params = "params" in input ? (input.params as object) : {};
  return { ...input, params: { ...params, replayId } };
}

export const DeskSourceContext = createContext<DeskSource>(LIVE_DESK);

export function useDeskSource(): DeskSource {
  return useContext(DeskSourceContext);
}
