/** Daily figures of the installation, shared by several dashboard components. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type Day = ApiAnswer<"getAdminTrends">["days"][number];

const REFRESH_MS = 60_000;

export function useTrends() {
  return useQuery({ ...apiQuery("getAdminTrends"), refetchInterval: REFRESH_MS });
}

/**
 * Returns the number of existing users who had signed up by the end of each day. Deleted users are
 * not counted.
 */
export function usersByDay(totalUsers: number, days: readonly Pick<Day, "newUsers">[]): number[] {
  let users = totalUsers;
  return days
    .toReversed()
    .map(({ newUsers }) => {
      const atEnd = users;
      users -= newUsers;
      return atEnd;
    })
    .toReversed();
}
