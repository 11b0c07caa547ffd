/**
 * A txid or another long id, truncated in the middle. Focus and hover show the full id, and copying
 * copies the full id.
 *
 *   <TxId value={txid} />  <TxId value={txid} hasCopy={false} />
 */
import { CopyButton } from "../copy/CopyButton.tsx";
import { truncateMiddle } from "../amounts/truncate-middle.ts";

export function TxId(props: { value: string; hasCopy?: boolean; label?: string }) {
  const { value, label = "TXID" } = props;
  const isLong = value.length > 18;
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      {isLong ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focus shows the whole id
        <span translate="no" className="group mono min-w-0 rounded-sm" tabIndex={0} title={value}>
          <span className="group-focus:hidden">{truncateMiddle(value)}</span>
          <span className="hidden break-all group-focus:inline">{value}</span>
        </span>
      ) : (
        <span translate="no" className="mono">
          {value}
        </span>
      )}
      {props.hasCopy === false ? null : <CopyButton text={value} label={`Copy ${label}`} />}
    </span>
  );
}
