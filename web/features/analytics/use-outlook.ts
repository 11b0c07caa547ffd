/** Nothing for a range that ended before today: what is ahead is ahead of now. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";
import { useNow } from "../../ui/time/use-now.ts";
import { outlookOf, type Outlook } from "./outlook.ts";

/** `lastDay` of the range, undefined while it is not known yet; so is the answer. */
export function useOutlook(lastDay: string | undefined): Outlook | undefined {
  const now = useNow(60_000);
  const isOver = lastDay !== undefined && lastDay !== now.toISOString().slice(0, 10);
  const mining = useQuery({ ...apiQuery("getMining"), enabled: !isOver });
  const rigs = useQuery({ ...apiQuery("listRigs", { query: { limit: 1 } }), enabled: !isOver });
  if (isOver || mining.isError || rigs.isError) return {};
  if (mining.data === undefined || rigs.data === undefined) return undefined;
  return outlookOf(mining.data, rigs.data, now);
}
