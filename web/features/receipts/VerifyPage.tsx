/** /verify, a public page that checks kept files in the browser without a connection. */
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Checks } from "./Checks.tsx";
import { FileInput } from "./FileInput.tsx";
import { useFileCheck } from "./use-file-check.ts";
import { useKnownSite } from "./use-known-site.ts";
import { verifyTexts as texts } from "./strings.ts";

export function VerifyPage() {
  const site = useKnownSite();
  const { state, check } = useFileCheck();
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <Panel title={texts.file}>
          <FileInput onContent={(content) => void check(content, site)} />
        </Panel>
        <Panel title={texts.result}>
          <Checks state={state} />
        </Panel>
      </div>
    </>
  );
}
