/** Why administrators corrected a balance, beside the entry of the correction. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";
import { truncateMiddle } from "../../ui/amounts/truncate-middle.ts";

const SHOWN_MAX = 100;

export function AdjustmentReason({ id }: { id: string }) {
  const adjustments = useQuery(apiQuery("listOwnAdjustments", { query: { limit: SHOWN_MAX } }));
  const reason = adjustments.data?.items.find((one) => one.id === id)?.reason;
  if (reason === undefined)
    return (
      <span translate="no" className="mono text-fg-2" title={id}>
        {truncateMiddle(id)}
      </span>
    );
  return (
    <span className="block max-w-80 min-w-0 truncate text-fg-2" title={reason}>
      {reason}
    </span>
  );
}
