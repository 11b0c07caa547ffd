/** Shows the effect of a change as familiar figures, before and after the change. */
import type { ReactNode } from "react";
import { dialogTexts as texts } from "./strings.ts";

export interface ConsequenceRow {
  readonly label: string;
  /** The same value in one or several units. */
  readonly figures: readonly { readonly before: ReactNode; readonly after: ReactNode }[];
}

export function Consequence(props: { steps: readonly string[]; rows: readonly ConsequenceRow[] }) {
  return (
    <section
      aria-label={texts.consequence}
      className="grid gap-2.5 border-t border-line-control pt-3 text-sm"
    >
      <h3 className="font-semibold">{texts.consequence}</h3>
      {props.steps.length === 0 ? null : (
        <ul className="grid gap-1">
          {props.steps.map((step) => (
            <li key={step} className="break-words">
              {step}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid gap-2">
        {props.rows.map(({ label, figures }) => (
          <div key={label} className="grid">
            <dt className="text-fg-2">{label}</dt>
            {figures.map(({ before, after }, position) => (
              // oxlint-disable-next-line react/no-array-index-key -- the units of one row never change places
              <dd key={position} className="flex flex-wrap gap-x-2 font-medium">
                {before} <span className="font-normal text-fg-2">{texts.to}</span> {after}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}
