/** What caused an entry, as a link where a page about it exists. */
import { Link } from "@tanstack/react-router";
import { paths } from "../navigation/paths.ts";
import { truncateMiddle } from "../ui/truncate-middle.ts";
import { AdjustmentReason } from "./AdjustmentReason.tsx";
import { trackedId } from "./tracked-id.ts";

export function Cause(props: { cause: string | null }) {
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
  if (/^(ctr|bst)_/.test(cause)) {
    return (
      <Link {...paths.purchasePower} className="mono">
        {text}
      </Link>
    );
  }
  if (cause.startsWith("wrk_")) {
    return (
      <Link {...paths.mining} className="mono">
        {text}
      </Link>
    );
  }
  if (cause.startsWith("pos_")) {
    return (
      <Link {...paths.invest} className="mono">
        {text}
      </Link>
    );
  }
  if (/^(ord|rig)_/.test(cause)) {
    return (
      <Link {...paths.hardware} className="mono">
        {text}
      </Link>
    );
  }
  if (cause.startsWith("adj_")) return <AdjustmentReason id={cause} />;
  return <span className="mono text-fg-2">{text}</span>;
}
