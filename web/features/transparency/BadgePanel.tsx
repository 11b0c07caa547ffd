/** Shows the badge, with a line of Markdown to embed it in other pages. */
import { CopyLine } from "../../ui/copy/CopyLine.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { useOrigin } from "./use-origin.ts";
import { badgeTexts as texts } from "./strings.ts";

const BADGE_PATH = "/transparency/badge.svg";

export function BadgePanel() {
  const origin = useOrigin();
  return (
    <Panel title={texts.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm text-fg-2">
        <p>{texts.lead}</p>
        <img src={BADGE_PATH} alt={texts.alt} className="h-5 max-w-full justify-self-start" />
        <div className="grid gap-1.5">
          <p className="text-xs font-medium">{texts.markdownLabel}</p>
          <CopyLine text={texts.markdown(origin)} label={texts.copy} />
        </div>
      </div>
    </Panel>
  );
}
