/** Shows the practice fund that pays interest as a bar with a reserved and an available part. */
import { Amount } from "../../ui/figures/Amount.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import type { Fund } from "./earn-terms.ts";
import { fundTexts as texts } from "./strings.ts";

export function FundPanel({ fund }: { fund: Fund }) {
  return (
    <Panel title={texts.title}>
      <p className="text-sm">{texts.noYield}</p>
      <FundBar {...fund} />
      <details className="mt-4 text-sm text-fg-2">
        <summary className="cursor-pointer py-1 font-medium text-fg max-md:py-3">
          {texts.dishonestTitle}
        </summary>
        <p className="mt-2 max-w-[76ch]">
          {texts.dishonest} {texts.fraud}
        </p>
      </details>
    </Panel>
  );
}

function FundBar({ fundingSats, reservedSats, targetSats }: Fund) {
  const whole = Math.max(targetSats, fundingSats + reservedSats, 1);
  const share = (sats: number) => ({ width: `${(100 * sats) / whole}%` });
  return (
    <>
      <div aria-hidden className="mt-4 flex h-3 overflow-hidden rounded-sm bg-line">
        <i className="bg-fg-2" style={share(reservedSats)} />
        <i className="bg-line-control" style={share(fundingSats)} />
      </div>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-sm">
        <Part label={texts.reserved} sats={reservedSats} swatch="bg-fg-2" />
        <Part label={texts.free} sats={fundingSats} swatch="bg-line-control" />
        <Part label={texts.target} sats={targetSats} swatch="bg-line" />
      </dl>
    </>
  );
}

function Part(props: { label: string; sats: number; swatch: string }) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-xs text-fg-2">
        <i aria-hidden className={`size-2 rounded-sm ${props.swatch}`} />
        {props.label}
      </dt>
      <dd className="font-medium">
        <Amount sats={props.sats} />
      </dd>
    </div>
  );
}
