/** /receipts/{kind}/{id}: a receipt in plain words, to print, save and check. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { apiQuery } from "../../data/api/query.ts";
import { saveText } from "../../ui/copy/save-text.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Checks } from "./Checks.tsx";
import type { Receipt } from "./receipt.ts";
import { ReceiptFacts } from "./ReceiptFacts.tsx";
import { ReceiptTransfers } from "./ReceiptTransfers.tsx";
import { useFileCheck } from "./use-file-check.ts";
import { useKnownSite } from "./use-known-site.ts";
import { receiptTexts as texts, verifyTexts } from "./strings.ts";

export function ReceiptPage() {
  const { kind = "", id = "" } = useParams({ strict: false });
  return <ReceiptOf kind={kind as Receipt["kind"]} id={id} />;
}

export function ReceiptOf({ kind, id }: Pick<Receipt, "kind" | "id">) {
  // A receipt does not change, and a new request would only give it another time.
  const query = useQuery({
    ...apiQuery("getReceipt", { params: { kind, id } }),
    staleTime: Infinity,
  });
  return (
    <>
      <PageHead title={titleOf(kind)}>{texts.lead}</PageHead>
      <Loaded query={query} lines={8}>
        {(receipt) => <Shown receipt={receipt} />}
      </Loaded>
    </>
  );
}

function titleOf(kind: string): string {
  return Object.hasOwn(texts.titles, kind) ? texts.titles[kind as Receipt["kind"]] : texts.title;
}

function Shown({ receipt }: { receipt: Receipt }) {
  const site = useKnownSite();
  const { state, check } = useFileCheck();
  const text = `${JSON.stringify(receipt, undefined, 2)}\n`;
  return (
    <div className="grid max-w-[960px] grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap gap-3" data-part="no-print">
        <Button
          variant="primary"
          onClick={() => saveText(texts.file(receipt.kind, receipt.id), text)}
        >
          {texts.save}
        </Button>
        <Button onClick={() => window.print()}>{texts.print}</Button>
        <Button
          onClick={() => void check(text, site)}
          isBusy={state.phase === "checking"}
          busyLabel={verifyTexts.checking}
        >
          {texts.checkIt}
        </Button>
      </div>
      <ReceiptFacts receipt={receipt} />
      <ReceiptTransfers transfers={receipt.transfers} />
      {state.phase === "idle" ? null : (
        <Panel title={verifyTexts.result}>
          <Checks state={state} />
        </Panel>
      )}
    </div>
  );
}
