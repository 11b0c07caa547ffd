/** /admin/adjustments: corrections of balances that wait for a second administrator, and those that are over. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Scale } from "lucide-react";
import { useState } from "react";
import { api, type ApiAnswer } from "../../api.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { Note } from "../../ui/Note.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Segments } from "../../ui/Segments.tsx";
import { queueTexts } from "../withdrawals/strings.ts";
import { AdjustmentsTable } from "./AdjustmentsTable.tsx";
import { ApproveAdjustmentDialog, RejectAdjustmentDialog } from "./DecideDialogs.tsx";
import { ProposeDialog } from "./ProposeDialog.tsx";
import { adjustmentTexts as texts } from "./strings.ts";

export type Adjustment = ApiAnswer<"listAdjustments">["items"][number];

/** As it was looked at: when it changes meanwhile, the server refuses and the dialog says so. */
interface Open {
  readonly what: "approve" | "reject";
  readonly adjustment: Adjustment;
}

type Filter = keyof typeof texts.filters;

const REFRESH_MS = 15_000;

export function AdjustmentsPage() {
  const [filter, setFilter] = useState<Filter>("waiting");
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const [isProposing, setIsProposing] = useState(false);
  const adjustments = useInfiniteQuery({
    queryKey: ["listAdjustments", filter],
    queryFn: ({ pageParam }) =>
      api("listAdjustments", {
        query: { filter, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // The stream tells of every change; this is for when it is cut.
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          <Button onClick={() => setIsProposing(true)}>
            <Scale className="size-4" strokeWidth={1.5} aria-hidden />
            {texts.propose}
          </Button>
        }
      >
        {texts.lead}
      </PageHead>
      <div className="grid gap-4">
        <FactorNote pages={adjustments.data?.pages} />
        <Panel isFlush>
          <div className="border-b border-line px-5 py-3 max-md:px-4">
            <Segments
              label={texts.filter}
              value={filter}
              onChange={setFilter}
              options={(["waiting", "decided"] as const).map((value) => ({
                value,
                label: texts.filters[value],
              }))}
            />
          </div>
          <Loaded query={adjustments} isFlush lines={5} still={texts.still}>
            {({ pages }) => {
              const items = pages.flatMap((page) => page.items);
              const { title, text } = texts.empty[filter];
              if (items.length === 0) return <Empty title={title}>{text}</Empty>;
              return (
                <>
                  <AdjustmentsTable
                    items={items}
                    isWaiting={filter === "waiting"}
                    onPress={(what, adjustment) => setOpen({ what, adjustment })}
                  />
                  <div className="border-t border-line px-5 py-3 text-xs text-fg-2 max-md:px-4">
                    {adjustments.hasNextPage ? (
                      <Button
                        size="small"
                        isBusy={adjustments.isFetchingNextPage}
                        busyLabel={texts.loadingMore}
                        onClick={() => void adjustments.fetchNextPage()}
                      >
                        {texts.more}
                      </Button>
                    ) : (
                      texts.end
                    )}
                  </div>
                </>
              );
            }}
          </Loaded>
        </Panel>
      </div>
      {open?.what === "approve" ? (
        <ApproveAdjustmentDialog adjustment={open.adjustment} onClose={close} />
      ) : null}
      {open?.what === "reject" ? (
        <RejectAdjustmentDialog adjustment={open.adjustment} onClose={close} />
      ) : null}
      {isProposing ? <ProposeDialog onClose={() => setIsProposing(false)} /> : null}
    </>
  );
}

/** Said before the press: without a second factor there are no decisions. */
function FactorNote(props: {
  pages: readonly { readonly items: readonly Adjustment[] }[] | undefined;
}) {
  const isNeeded = props.pages?.some(({ items }) =>
    items.some(
      ({ obstacle, state }) => state === "proposed" && obstacle === "second_factor_required",
    ),
  );
  if (isNeeded !== true) return null;
  return (
    <Note>
      <strong>{queueTexts.factorTitle}</strong> {texts.factorText}{" "}
      <Link {...paths.twoFactor} className="underline">
        {queueTexts.factorLink}
      </Link>
    </Note>
  );
}
