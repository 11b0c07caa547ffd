/**
 * /admin/adjustments: balance corrections that wait for a second administrator, and decided
 * corrections.
 */
import { Scale } from "lucide-react";
import { useState } from "react";
import { api } from "../../data/api/call.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { usePages } from "../../data/api/use-pages.ts";
import { DecisionQueue, REFRESH_MS } from "../decisions/DecisionQueue.tsx";
import { useQueueFilter } from "../decisions/use-queue-filter.ts";
import type { Adjustment } from "./adjustment.ts";
import { AdjustmentsTable } from "./AdjustmentsTable.tsx";
import { ApproveAdjustmentDialog, RejectAdjustmentDialog } from "./DecideDialogs.tsx";
import { ProposeDialog } from "./ProposeDialog.tsx";
import { adjustmentTexts as texts } from "./strings.ts";

/**
 * The row as the administrator saw it. If the row has changed since then, the server rejects the
 * decision and the dialog shows the refusal.
 */
type Open =
  | { readonly what: "approve" | "reject"; readonly adjustment: Adjustment }
  | { readonly what: "propose" };

const FILTERS = ["waiting", "decided"] as const;

export function AdjustmentsPage() {
  const [filter, setFilter] = useQueueFilter(paths.adminAdjustments, FILTERS);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const adjustments = usePages(
    ["listAdjustments", filter],
    (at) => api("listAdjustments", { query: { filter, ...at } }),
    { refetchInterval: REFRESH_MS },
  );
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          <Button onClick={() => setOpen({ what: "propose" })}>
            <Scale className="size-4" strokeWidth={1.5} aria-hidden />
            {texts.propose}
          </Button>
        }
      >
        {texts.lead}
      </PageHead>
      <DecisionQueue
        queue={adjustments}
        texts={texts}
        filters={FILTERS}
        filter={filter}
        onFilter={setFilter}
        waitingState="proposed"
      >
        {(items) => (
          <AdjustmentsTable
            items={items}
            isWaiting={filter === "waiting"}
            onPress={(what, adjustment) => setOpen({ what, adjustment })}
          />
        )}
      </DecisionQueue>
      {open?.what === "approve" ? (
        <ApproveAdjustmentDialog adjustment={open.adjustment} onClose={close} />
      ) : null}
      {open?.what === "reject" ? (
        <RejectAdjustmentDialog adjustment={open.adjustment} onClose={close} />
      ) : null}
      {open?.what === "propose" ? <ProposeDialog onClose={close} /> : null}
    </>
  );
}
