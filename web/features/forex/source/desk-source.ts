/**
 * Defines the account and market that the desk shows: the user's own account at the live desk, or a
 * replay, which has equivalent routes.
 */
import { createContext, useContext } from "react";
import type { RouteName } from "../../../../api/paths.ts";
import { api } from "../../../data/api/call.ts";
import { apiQuery } from "../../../data/api/query.ts";
import type { ApiAnswer, ApiArguments } from "../../../data/api/route-shapes.ts";
import type { DeskRoute } from "./replay-routes.ts";

export interface DeskSource {
  /** Id of the replay. Undefined at the live desk. */
  readonly replayId: string | undefined;
  /** Returns the name of the actual route, with which query keys begin. */
  readonly routeOf: (name: DeskRoute) => RouteName;
  readonly call: <Name extends DeskRoute>(
    name: Name,
    ...rest: ApiArguments<Name>
  ) => Promise<ApiAnswer<Name>>;
  readonly query: <Name extends DeskRoute>(
    name: Name,
    ...rest: ApiArguments<Name>
  ) => { queryKey: readonly unknown[]; queryFn: () => Promise<ApiAnswer<Name>> };
  /** Routes whose responses are outdated after an order. */
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
    "getForexAnalysis",
    "listForexJournal",
    "listEvents",
    "getMe",
  ],
};

export const DeskSourceContext = createContext<DeskSource>(LIVE_DESK);

export function useDeskSource(): DeskSource {
  return useContext(DeskSourceContext);
}
