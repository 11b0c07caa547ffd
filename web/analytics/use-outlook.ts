/** Nothing for a range that ended before today: what is ahead is ahead of now. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../api/query.ts";
import { useNow } from "../time/use-now.ts";
import { outlookOf, type Outlook } from "./outlook.ts";

export function useOutlook(lastDay: string): Outlook {
  const now = useNow(60_000);
  const isNow = lastDay === now.toISOString().slice(0, 10);
  const mining = useQuery({ ...apiQuery("getMining"), enabled: isNow });
  const rigs = useQuery({ ...apiQuery("listRigs"), enabled: isNow });
  if (!isNow || mining.data === undefined || rigs.data === undefined) return {};
  return outlookOf(mining.data, rigs.data.items, now);
}
