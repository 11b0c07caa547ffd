/** Explains which actions require two-factor authentication, and links to its settings. */
import { Link } from "@tanstack/react-router";
import { paths } from "../../ui/navigation/paths.ts";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { secondFactorTexts as texts } from "./strings.ts";

export function FactorPanel() {
  return (
    <Panel title={texts.panel}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-[64ch] text-fg-2">{texts.what}</p>
        <p className="max-w-[64ch] text-fg-2">{texts.how}</p>
        <Link {...paths.twoFactor} className={buttonClass({ variant: "primary" })}>
          {texts.link}
        </Link>
      </div>
    </Panel>
  );
}
