/** Lists journal entries. A button in each row opens the entry. */
import { Button } from "../../../ui/controls/Button.tsx";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { withZone } from "../../../ui/time/time-text.ts";
import { When } from "../../../ui/time/When.tsx";
import { nameOf, type JournalEntry } from "./journal-entry.ts";
import { journalTexts as texts } from "./strings.ts";

const EXCERPT_CHARACTERS = 60;

export function EntryList(props: {
  entries: readonly JournalEntry[];
  onOpen: (id: string) => void;
}) {
  const { columns } = texts;
  return (
    <Table
      shape="stack"
      caption={texts.caption}
      columns={[
        columns.trade,
        withZone(columns.opened),
        columns.plan,
        columns.note,
        columns.tags,
        { label: columns.result, isNumber: true },
        "",
      ]}
    >
      {props.entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} onOpen={props.onOpen} />
      ))}
    </Table>
  );
}

function EntryRow({ entry, onOpen }: { entry: JournalEntry; onOpen: (id: string) => void }) {
  const { columns } = texts;
  const { trade, plan, note } = entry;
  const labels = [...(plan?.tags ?? []), ...(note?.tags ?? [])];
  return (
    <tr>
      <Cell className="lead">{nameOf(entry)}</Cell>
      <Cell label={columns.opened}>
        <When at={trade?.openedAt ?? entry.orderedAt} />
      </Cell>
      <Cell label={columns.plan} className="wrap-anywhere whitespace-normal!">
        {plan === null ? texts.none : excerptOf(plan.text)}
      </Cell>
      <Cell label={columns.note} className="wrap-anywhere whitespace-normal!">
        {note === null ? texts.none : excerptOf(note.text)}
      </Cell>
      <Cell label={columns.tags} className="whitespace-normal!">
        <span className="inline-flex flex-wrap gap-1">
          {[...new Set(labels)].map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          {(note?.mistakes ?? []).map((mistake) => (
            <Tag key={mistake} kind="sample">
              {mistake}
            </Tag>
          ))}
        </span>
      </Cell>
      <Cell label={columns.result} className="num">
        {trade === null ? (
          <span className="text-fg-2">{texts.states[entry.orderState]}</span>
        ) : trade.closedAt === null ? (
          <span className="text-fg-2">{texts.openTrade}</span>
        ) : (
          <Usd
            cents={trade.realisedCents + trade.financingCents}
            isSigned
            isResult
            hasUnit={false}
          />
        )}
      </Cell>
      <Cell className="actions">
        <Button
          id={rowButtonId(entry.id)}
          size="small"
          variant="quiet"
          aria-label={texts.openLabel(nameOf(entry))}
          onClick={() => onOpen(entry.id)}
        >
          {texts.open}
        </Button>
      </Cell>
    </tr>
  );
}

export function rowButtonId(entryId: string): string {
  return `journal-${entryId}`;
}

function excerptOf(text: string): string {
  const [line = ""] = text.split("\n");
  if (line === "") return texts.none;
  return line.length > EXCERPT_CHARACTERS || line.length < text.length
    ? `${line.slice(0, EXCERPT_CHARACTERS).replace(/[.\s]+$/, "")}...`
    : line;
}
