/** Shows the cause of a ledger entry, with a link if the cause has a page. */
import { Link } from "@tanstack/react-router";
import { paths } from "../../ui/navigation/paths.ts";
import { truncateMiddle } from "../../ui/amounts/truncate-middle.ts";
import { causeLinkOf } from "./cause-words.ts";
import { trackedId } from "./tracked-id.ts";
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";

const SHOWN_MAX = 100;

function AdjustmentReason({ id }: { id: string }) {
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

export function Cause(props: { cause: string | null; name?: string | null | undefined }) {
  const { cause } = props;
  if (cause === null) return null;
  const text = <span title={cause}>{truncateMiddle(cause)}</span>;
  const txId = trackedId(cause);
  if (txId !== undefined) {
    return (
      <Link {...paths.trackTransaction(txId)} className="mono">
        {text}
      </Link>
    );
  }
  const link = causeLinkOf(cause, props.name);
  if (link !== undefined) {
    return (
      <Link {...link.target} title={cause}>
        {link.words}
      </Link>
    );
  }
  if (cause.startsWith("adj_")) return <AdjustmentReason id={cause} />;
  return <span className="mono text-fg-2">{text}</span>;
}
