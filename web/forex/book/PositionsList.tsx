/** What is open, or that nothing is. */
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Empty } from "../../ui/Empty.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { useDeskSource } from "../source/desk-source.ts";
import type { PositionsProps } from "./OpenPositions.tsx";
import { bookTexts as texts } from "./strings.ts";
import { OpenPositions } from "./trading-parts.ts";

const REFETCH_MS = 5_000;
const LINES = 3;

export function PositionsList(props: PositionsProps) {
  const source = useDeskSource();
  const positions = useQuery({
    ...source.query("listForexPositions"),
    refetchInterval: REFETCH_MS,
  });
  return (
    <Loaded query={positions} isFlush lines={LINES} still={texts.still}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={texts.noPositionsTitle}>{texts.noPositions}</Empty>
        ) : (
          <Suspense fallback={<Loading />}>
            <OpenPositions {...props} items={items} />
          </Suspense>
        )
      }
    </Loaded>
  );
}

/** As it stood while the positions were asked for. */
function Loading() {
  return (
    <div className="px-5 py-4 max-md:px-4">
      <SkeletonLines count={LINES} />
    </div>
  );
}
