/** What is open, or that nothing is. */
import { useQuery } from "@tanstack/react-query";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { useDeskSource } from "../source/desk-source.ts";
import { OpenPositions, type PositionsProps } from "./OpenPositions.tsx";
import { bookTexts as texts } from "./strings.ts";

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
          <OpenPositions {...props} items={items} />
        )
      }
    </Loaded>
  );
}
