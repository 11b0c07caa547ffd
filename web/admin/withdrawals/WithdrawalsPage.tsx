/**
 * /admin/withdrawals: what waits for administrators, oldest first, and what was decided; approve
 * and reject in dialogs.
 */
import { useState } from "react";
import { BTC_DECIMALS, formatAmount } from "#money";
import { api } from "../../api/call.ts";
import { paths } from "../../navigation/paths.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { usePages } from "../../api/use-pages.ts";
import { DecisionQueue, REFRESH_MS } from "../decisions/DecisionQueue.tsx";
import { useQueueFilter } from "../decisions/use-queue-filter.ts";
import { RecoveryPanel } from "../recovery/RecoveryPanel.tsx";
import { ApproveDialog } from "./ApproveDialog.tsx";
import type { QueuedWithdrawal } from "./queued-withdrawal.ts";
import { QueueTable } from "./QueueTable.tsx";
import { RejectDialog } from "./RejectDialog.tsx";
import { queueTexts as texts } from "./strings.ts";

/** As it was looked at: when it changes meanwhile, the server refuses and the dialog says so. */
interface Open {
  readonly what: "approve" | "reject";
  readonly withdrawal: QueuedWithdrawal;
}

const FILTERS = ["waiting", "reviewed", "all"] as const;

export function WithdrawalsPage() {
  const [filter, setFilter] = useQueueFilter(paths.adminWithdrawals, FILTERS);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const queue = usePages(
    ["listWithdrawalQueue", filter],
    (at) => api("listWithdrawalQueue", { query: { filter, ...at } }),
    { refetchInterval: REFRESH_MS },
  );
  const limits = queue.data?.pages[0];
  return (
    <>
      <PageHead title={texts.title}>
        {limits === undefined
          ? texts.leadLoading
          : texts.lead(btc(limits.reviewSats), btc(limits.secondPersonSats))}
      </PageHead>
      <RecoveryPanel />
      <DecisionQueue
        queue={queue}
        texts={texts}
        filters={FILTERS}
        filter={filter}
        onFilter={setFilter}
        waitingState="in_review"
      >
        {(items) => (
          <QueueTable
            items={items}
            isWaiting={filter === "waiting"}
            onPress={(what, withdrawal) => setOpen({ what, withdrawal })}
          />
        )}
      </DecisionQueue>
      {open?.what === "approve" ? (
        <ApproveDialog withdrawal={open.withdrawal} onClose={close} />
      ) : null}
      {open?.what === "reject" ? (
        <RejectDialog withdrawal={open.withdrawal} onClose={close} />
      ) : null}
    </>
  );
}

/** `5`, `0.25`: a limit without the zeros that say nothing. */
function btc(sats: number): string {
  return formatAmount(BigInt(sats), BTC_DECIMALS).replace(/\.?0+$/, "");
}
