/**
 * Withdrawals that need an administrator's approval, each with its decision buttons. Renders
 * nothing if there are none.
 */
import type { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { QueueTable } from "../withdrawals/QueueTable.tsx";
import { useDecisionDialogs } from "../withdrawals/use-decision-dialogs.tsx";
import { approvalTexts as texts } from "./strings.ts";

/** Number of withdrawals shown, oldest first. The withdrawals page lists all of them. */
export const APPROVALS_SHOWN = 5;

type Queue = ReturnType<typeof useQuery<ApiAnswer<"listWithdrawalQueue">>>;

export function Approvals({ queue }: { queue: Queue }) {
  const { press, dialogs } = useDecisionDialogs();
  const isEmpty = queue.data?.items.length === 0;
  const count = queue.data?.items.length ?? 0;
  const mark = queue.data?.nextCursor === null ? "" : "+";
  return (
    <>
      {isEmpty ? null : (
        <Panel
          title={texts.title}
          isFlush
          tags={count === 0 ? null : <Tag kind="accent">{`${count}${mark}`}</Tag>}
          end={
            <Link {...paths.adminWithdrawals} className="text-sm font-[550]">
              {texts.all}
            </Link>
          }
        >
          <Loaded query={queue} isFlush>
            {({ items }) => <QueueTable items={items} isWaiting onPress={press} />}
          </Loaded>
        </Panel>
      )}
      {dialogs}
    </>
  );
}
