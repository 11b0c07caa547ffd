/** /admin/withdrawals: what waits for administrators, oldest first, and what was decided; approve and reject in dialogs. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { BTC_DECIMALS, formatAmount } from "#money";
import { api, type ApiAnswer } from "../../api.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { Note } from "../../ui/Note.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Segments } from "../../ui/Segments.tsx";
import { ApproveDialog } from "./ApproveDialog.tsx";
import { QueueTable } from "./QueueTable.tsx";
import { RejectDialog } from "./RejectDialog.tsx";
import { queueTexts as texts } from "./strings.ts";

export type QueuedWithdrawal = ApiAnswer<"listWithdrawalQueue">["items"][number];

/** As it was looked at: when it changes meanwhile, the server refuses and the dialog says so. */
interface Open {
  readonly what: "approve" | "reject";
  readonly withdrawal: QueuedWithdrawal;
}

type Filter = keyof typeof texts.filters;

const REFRESH_MS = 15_000;

export function WithdrawalsPage() {
  const [filter, setFilter] = useState<Filter>("waiting");
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const queue = useInfiniteQuery({
    queryKey: ["listWithdrawalQueue", filter],
    queryFn: ({ pageParam }) =>
      api("listWithdrawalQueue", {
        query: { filter, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // The stream tells of every change; this is for when it is cut.
    refetchInterval: REFRESH_MS,
  });
  const limits = queue.data?.pages[0];
  return (
    <>
      <PageHead title={texts.title}>
        {limits === undefined
          ? texts.leadLoading
          : texts.lead(btc(limits.reviewSats), btc(limits.secondPersonSats))}
      </PageHead>
      <div className="grid gap-4">
        <FactorNote queue={queue.data?.pages} />
        <Panel isFlush>
          <div className="border-b border-line px-5 py-3 max-md:px-4">
            <Segments
              label={texts.filter}
              value={filter}
              onChange={setFilter}
              options={(["waiting", "reviewed", "all"] as const).map((value) => ({
                value,
                label: texts.filters[value],
              }))}
            />
          </div>
          <Loaded query={queue} isFlush lines={6} still={texts.still}>
            {({ pages }) => {
              const items = pages.flatMap((page) => page.items);
              const { title, text } = texts.empty[filter];
              if (items.length === 0) return <Empty title={title}>{text}</Empty>;
              return (
                <>
                  <QueueTable
                    items={items}
                    isWaiting={filter === "waiting"}
                    onPress={(what, withdrawal) => setOpen({ what, withdrawal })}
                  />
                  <div className="border-t border-line px-5 py-3 text-xs text-fg-2 max-md:px-4">
                    {queue.hasNextPage ? (
                      <Button
                        size="small"
                        isBusy={queue.isFetchingNextPage}
                        busyLabel={texts.loadingMore}
                        onClick={() => void queue.fetchNextPage()}
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

/** Said before the press: without a second factor there are no decisions. */
function FactorNote(props: {
  queue: readonly { readonly items: readonly QueuedWithdrawal[] }[] | undefined;
}) {
  const isNeeded = props.queue?.some(({ items }) =>
    items.some(({ obstacle, state }) => state === "in_review" && obstacle === NEEDS_FACTOR),
  );
  if (isNeeded !== true) return null;
  return (
    <Note>
      <strong>{texts.factorTitle}</strong> {texts.factorText}{" "}
      <Link {...paths.twoFactor} className="underline">
        {texts.factorLink}
      </Link>
    </Note>
  );
}

const NEEDS_FACTOR = "second_factor_required";
