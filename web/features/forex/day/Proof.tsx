/** What the check proves, and what it cannot. */
import { Check, X } from "lucide-react";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { dayTexts as texts } from "./strings.ts";

export function Proof() {
  return (
    <Panel title={texts.proofTitle}>
      <ul className="grid gap-3 text-sm text-fg-2">
        {texts.proves.map((text) => (
          <li key={text} className="flex gap-3">
            <Check className="mt-0.5 size-4 flex-none text-up" aria-label="Proves:" />
            <span className="min-w-0">{text}</span>
          </li>
        ))}
        {texts.provesNot.map((text) => (
          <li key={text} className="flex gap-3">
            <X className="mt-0.5 size-4 flex-none text-down" aria-label="Does not prove:" />
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
