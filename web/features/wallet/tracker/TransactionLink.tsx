/** A txid or withdrawal id that links to the tracker, with a copy button. */
import { Link } from "@tanstack/react-router";
import { paths } from "../../../ui/navigation/paths.ts";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { trackerTexts as texts } from "./strings.ts";
import { truncateMiddle } from "../../../ui/amounts/truncate-middle.ts";

export function TransactionLink(props: { id: string; hasCopy?: boolean }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <Link {...paths.trackTransaction(props.id)} className="reach mono" title={props.id}>
        {truncateMiddle(props.id)}
      </Link>
      {props.hasCopy === false ? null : <CopyButton text={props.id} label={texts.copyTxid} />}
    </span>
  );
}
