/**
 * Lists published news with its delivery progress. The list is refetched during delivery.
 * Administrators can stop a delivery.
 */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { When } from "../../ui/time/When.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { toastError } from "../../ui/toasts/toast-error.ts";
import { toast } from "../../ui/toasts/toast-store.ts";
import { newsTexts as texts } from "./strings.ts";

type News = ApiAnswer<"listNews">["items"][number];

const PAGE_SIZE = 5;
const REFETCH_MS = 1_000;
export const NEWS_KEY = ["listNews"] as const;

export function NewsList() {
  const pages = useInfiniteQuery({
    queryKey: NEWS_KEY,
    queryFn: ({ pageParam }) =>
      api("listNews", {
        query: { limit: PAGE_SIZE, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isSending)) === true && REFETCH_MS,
  });
  return (
    <div className="border-t border-line">
      <Loaded query={pages} isFlush lines={2}>
        {(loaded) => (
          <ul aria-label={texts.list} className="divide-y divide-line empty:hidden">
            {loaded.pages
              .flatMap(({ items }) => items)
              .map((news) => (
                <Item key={news.id} news={news} />
              ))}
          </ul>
        )}
      </Loaded>
      <MorePages pages={pages} label={texts.more} />
    </div>
  );
}

function isSending({ state }: News): boolean {
  return state === "sending";
}

function Item({ news }: { news: News }) {
  const { title, state, sent, readers, announcedAt } = news;
  return (
    <li className="grid gap-1 px-5 py-3 text-sm max-md:px-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <strong className="min-w-0 flex-1 font-semibold break-words">{title}</strong>
        <When at={announcedAt} className="mono text-fg-2" />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 text-fg-2">
          {texts.states[state](wholeText(sent), wholeText(readers))}
        </span>
        {isSending(news) ? <Stop news={news} /> : null}
      </div>
    </li>
  );
}

function Stop({ news: { id, title } }: { news: News }) {
  const queryClient = useQueryClient();
  const stop = useMutation({
    mutationFn: () => api("stopNews", { params: { newsId: id } }),
    onSuccess: ({ sent }) =>
      toast({ title: texts.stoppedTitle, description: texts.stoppedText(wholeText(sent)) }),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: NEWS_KEY }),
  });
  return (
    <Button
      size="small"
      aria-label={texts.stopLabel(title)}
      isBusy={stop.isPending}
      busyLabel={texts.stopping}
      onClick={() => stop.mutate()}
    >
      {texts.stop}
    </Button>
  );
}
