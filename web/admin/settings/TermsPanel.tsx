/**
 * Shows the prices, terms or limits of one kind: current values, start, author, and earlier
 * versions.
 */
import { clsx } from "clsx";
import { useState, type ReactNode } from "react";
import type { TermField } from "#economics";
import { termText } from "../../ui/amounts/term-text.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Fold } from "../../ui/layout/Fold.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { OperatorResult } from "./OperatorResult.tsx";
import { PostedAt } from "./PostedAt.tsx";
import type { Version } from "./settings-view.ts";
import { addressText } from "../decisions/strings.ts";
import { settingsTexts as texts } from "./strings.ts";
import {
  fieldsOf,
  termChanges,
  termsFact,
  type TermsGroup,
  type TermsVersion,
} from "./terms-view.ts";
import { TermsDialog } from "./TermsDialog.tsx";
import { VersionsTable } from "./VersionsTable.tsx";

export function TermsPanel(props: {
  /** Anchor for links in the index. */
  id?: string | undefined;
  title: string;
  foot: string;
  /** Note above the table. The folded section also indicates that there is a note. */
  note?: ReactNode;
  groups: readonly TermsGroup[];
  reference: Version | undefined;
}) {
  const { groups } = props;
  const [opened, setOpened] = useState<{ group: TermsGroup; seen: TermsVersion }>();
  const current = groups.find(({ subject }) => subject === opened?.group.subject)?.versions[0];
  const fields = fieldsOf(groups);
  const earlier = termChanges(groups);
  const { termColumns: columns } = texts;
  return (
    <Fold
      id={props.id}
      title={props.title}
      isFlush
      foot={props.foot}
      fact={
        <>
          {props.note === undefined ? null : (
            <Tag kind="accent" className="mr-2">
              {texts.waits}
            </Tag>
          )}
          {termsFact(groups)}
        </>
      }
    >
      {props.note === undefined ? null : <div className="p-4">{props.note}</div>}
      <Table
        shape="stack"
        caption={props.title}
        columns={[
          columns.what,
          ...fields.map(([, { label, words }]) => ({ label, isNumber: words === undefined })),
          ...(isSold(groups) ? [{ label: columns.house, isNumber: true }] : []),
          columns.since,
          columns.who,
          { label: columns.actions, isNumber: true },
        ]}
      >
        {groups.map((group) => (
          <GroupRow
            key={group.subject}
            group={group}
            fields={fields}
            reference={props.reference}
            onChange={(seen) => setOpened({ group, seen })}
          />
        ))}
      </Table>
      {earlier.length === 0 ? null : (
        <>
          <h3 className="border-t border-line px-5 py-3 text-sm font-semibold max-md:px-4">
            {texts.earlier}
          </h3>
          <VersionsTable caption={texts.earlierOf(props.title)} changes={earlier} />
        </>
      )}
      {opened === undefined ? null : (
        <TermsDialog
          {...opened}
          reference={props.reference}
          isOutdated={current !== undefined && current.id !== opened.seen.id}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Fold>
  );
}

/**
 * True if the groups are products with a price. Each sale then has a profit or loss for the
 * operator.
 */
function isSold(groups: readonly TermsGroup[]): boolean {
  return groups.some(({ kind }) => kind === "plan" || kind === "item");
}

function GroupRow(props: {
  group: TermsGroup;
  fields: readonly (readonly [name: string, field: TermField])[];
  reference: Version | undefined;
  onChange: (seen: TermsVersion) => void;
}) {
  const { group, fields } = props;
  const { termColumns: columns } = texts;
  const [version] = group.versions;
  if (version === undefined) return null;
  const missing = group.kind === "staking" ? texts.namedTerm : texts.noTerm;
  return (
    <tr>
      <Cell label={columns.what} className="font-medium">
        {group.name}
      </Cell>
      {fields.map(([name, field]) => {
        const text = version.values[name];
        return (
          <Cell
            key={name}
            label={field.label}
            className={clsx(field.words === undefined && "num", text === undefined && "text-fg-3")}
          >
            {text === undefined ? missing : termText(field, text)}
          </Cell>
        );
      })}
      {isSold([group]) ? (
        <Cell label={columns.house} className="num">
          <OperatorResult
            group={group}
            priceUsd={version.values["price"] ?? "0"}
            reference={props.reference}
          />
        </Cell>
      ) : null}
      <Cell label={columns.since} className="text-fg-2">
        <PostedAt at={version.validFrom} />
      </Cell>
      <Cell label={columns.who} className="text-fg-2">
        <span className="block max-w-48 min-w-0 truncate" title={addressText(version.setBy)}>
          {addressText(version.setBy)}
        </span>
      </Cell>
      <Cell className="actions">
        <Button
          size="small"
          aria-label={texts.changeOf(group.name)}
          onClick={() => props.onChange(version)}
        >
          {texts.changeShort}
        </Button>
      </Cell>
    </tr>
  );
}
