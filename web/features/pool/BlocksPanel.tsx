/** Lists the blocks found by the pool's miners, newest first, with their state. */
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { usePages } from "../../data/api/use-pages.ts";
import { wholeText, withMarks } from "../../ui/preferences/number-marks.ts";
import { fullText } from "../../ui/time/time-text.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag, type TagKind } from "../../ui/layout/Tag.tsx";
import { TxId } from "../../ui/figures/TxId.tsx";
import { poolTexts as texts } from "./strings.ts";

type Block = ApiAnswer<"listPoolBlocks">["items"][number];

const REFETCH_MS = 10_000;
const KINDS: Readonly<Record<Block["state"], TagKind>> = {
  found: "fact",
  accepted: "fact",
  matured: "up",
  orphaned: "down",
  rejected: "down",
};

/**
 * `first` is the text shown until the first block is found. Undefined while the text is unknown.
 */
export function BlocksPanel({ first }: { first: string | undefined }) {
  const blocks = usePages(
    ["listPoolBlocks"],
    (at) => api("listPoolBlocks", { query: { ...at, limit: 20 } }),
    { refetchInterval: REFETCH_MS },
  );
  return (
    <Panel title={texts.found} isFlush>
      <Loaded query={blocks} lines={5} isFlush>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <Empty title={texts.foundEmpty}>{first}</Empty>;
          return (
            <>
              <Table
                shape="stack"
                caption={texts.found}
                columns={[
                  texts.height,
                  texts.at,
                  texts.by,
                  texts.share,
                  texts.reward,
                  texts.state,
                  texts.hash,
                ]}
              >
                {items.map((block) => (
                  <BlockRow key={block.hash} block={block} />
                ))}
              </Table>
              <MorePages pages={blocks} label={texts.older} end={texts.oldest} />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function BlockRow({ block }: { block: Block }) {
  return (
    <tr>
      <Cell className="lead">{wholeText(block.height)}</Cell>
      <Cell label={texts.at}>{fullText(new Date(block.foundAt))}</Cell>
      <Cell label={texts.by}>{block.by === "house" ? texts.byHouse : texts.byMiner}</Cell>
      <Cell label={texts.share}>{withMarks(block.shareDifficulty)}</Cell>
      <Cell label={texts.reward}>
        <Amount sats={block.rewardSats} />
      </Cell>
      <Cell label={texts.state}>
        <Tag kind={KINDS[block.state]}>{texts.states[block.state]}</Tag>
        {block.reason === null ? null : (
          <span className="ml-2 text-xs text-fg-2">{block.reason}</span>
        )}
      </Cell>
      <Cell label={texts.hash}>
        <TxId value={block.hash} label={texts.hash} />
      </Cell>
    </tr>
  );
}
