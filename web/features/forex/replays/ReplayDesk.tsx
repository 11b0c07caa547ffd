/**
 * The desk of a replay: time and speed controls above, and the past market with virtual dollars
 * below.
 */
import { Link } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo } from "react";
import { paths } from "../../../ui/navigation/paths.ts";
import { buttonClass } from "../../../ui/controls/Button.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { PageHead } from "../../../ui/layout/PageHead.tsx";
import { useDesk } from "../account/use-desk.ts";
import { DeskBody } from "../desk/DeskBody.tsx";
import { useQuoteStore } from "../quotes/use-quotes.ts";
import { DeskSourceContext, useDeskSource } from "../source/desk-source.ts";
import { replayDesk } from "../source/replay-desk.ts";
import { useReplay } from "../source/use-replay.ts";
import { BranchButton } from "../branches/BranchButton.tsx";
import { BranchNote } from "../branches/BranchNote.tsx";
import { useForexView } from "../view/use-forex-view.ts";
import { Lesson } from "./Lesson.tsx";
import { ReplayBar } from "./ReplayBar.tsx";
import { replayTexts as texts } from "./strings.ts";

const BlindPanel = lazy(async () => ({
  default: (await import("./BlindPanel.tsx")).BlindPanel,
}));

export function ReplayDesk({ replayId }: { replayId: string }) {
  const source = useMemo(() => replayDesk(replayId), [replayId]);
  return (
    <DeskSourceContext value={source}>
      <Desk replayId={replayId} />
    </DeskSourceContext>
  );
}

function Desk({ replayId }: { replayId: string }) {
  const standing = useReplay(replayId);
  const desk = useDesk();
  const store = useQuoteStore();
  const source = useDeskSource();
  const queryClient = useQueryClient();
  const { data } = standing;
  const blind = data?.replay.blind;
  // A blind replay has one pair only, also if the address names another one.
  const [view, change] = useForexView();
  const only = data?.board.quotes.length === 1 ? data.replay.instrument : undefined;
  const isOtherPair = only !== undefined && only !== view.instrument;
  useEffect(() => {
    if (isOtherPair) change({ instrument: only });
  }, [isOtherPair, only, change]);
  const last = data?.account.lastTransactionId;
  useEffect(() => {
    if (data) store.hearAnswer(data.board);
  }, [data, store]);
  // Refetch the lists when the engine has recorded a new event.
  useEffect(() => {
    if (last === undefined) return;
    for (const name of source.changedByOrders)
      if (name !== "getReplay") void queryClient.invalidateQueries({ queryKey: [name] });
  }, [last, source, queryClient]);
  return (
    <>
      <PageHead
        title={data?.replay.title ?? texts.title}
        end={
          <>
            <BranchButton replay={data?.replay} />
            <Link {...paths.forexReplays} className={buttonClass({ size: "small" })}>
              {texts.all}
            </Link>
            <Link {...paths.forex} search={{}} className={buttonClass({ size: "small" })}>
              {texts.back}
            </Link>
          </>
        }
      >
        {data?.board.label ?? texts.lead}
      </PageHead>
      {data && blind ? (
        <Suspense fallback={<div className="mb-4 h-[54px] max-md:h-[108px]" />}>
          <BlindPanel standing={data} blind={blind} />
        </Suspense>
      ) : null}
      <Loaded query={standing} lines={2} still={texts.still}>
        {(loaded) => (
          <>
            <ReplayBar standing={loaded} />
            <BranchNote standing={loaded} />
            {loaded.lesson === null ? null : <Lesson lesson={loaded.lesson} />}
          </>
        )}
      </Loaded>
      {isOtherPair ? null : (
        <DeskBody
          board={{ ...standing, data: data?.board } as Parameters<typeof DeskBody>[0]["board"]}
          desk={desk}
          instead={data?.replay.endedAt ? <Note>{texts.over}</Note> : undefined}
        />
      )}
    </>
  );
}
