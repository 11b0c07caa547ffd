/** Lists all transactions that were signed for a payment, oldest first, with their replacements. */
import { Link } from "@tanstack/react-router";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { When } from "../../../ui/time/When.tsx";
import { truncateMiddle } from "../../../ui/amounts/truncate-middle.ts";
import { feeBumpTexts as texts } from "./strings.ts";

export function Versions({
  versions,
  txid,
}: Pick<ApiAnswer<"getTransaction">, "versions" | "txid">) {
  if (versions.length === 0) return null;
  return (
    <section aria-labelledby="versions" className="grid gap-2">
      <h3 id="versions" className="text-sm font-medium">
        {texts.versions}
      </h3>
      <ol className="grid divide-y divide-line border-y border-line text-sm">
        {versions.map((version) => (
          <li
            key={version.txid}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2"
          >
            {version.txid === txid ? (
              <span translate="no" className="mono" aria-current="page">
                {truncateMiddle(version.txid)}
              </span>
            ) : (
              <Link {...paths.trackTransaction(version.txid)} className="mono reach">
                {truncateMiddle(version.txid)}
              </Link>
            )}
            <span className="num text-fg-2">{version.feeRateSatsPerVb} sat/vB</span>
            <span className="text-fg-2">
              <When at={version.signedAt} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
