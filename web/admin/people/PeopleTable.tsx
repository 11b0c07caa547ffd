/** Lists one page of users. Each user can be edited, messaged and deleted. */
import { Link } from "@tanstack/react-router";
import { Mail, Pencil, Trash2, type LucideIcon } from "lucide-react";
import { paths } from "../../ui/navigation/paths.ts";
import { dateText, fullText } from "../../ui/time/time-text.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { peopleTexts as texts } from "../strings.ts";
import type { PeopleSearch } from "./people-search.ts";
import { balanceOf, calledName, roleText, type Person } from "./person.ts";

export interface Pressed {
  readonly what: "edit" | "write" | "delete";
  readonly person: Person;
}

const { columns } = texts;

export function PeopleTable(props: {
  people: readonly Person[];
  /** Search that produced this list. The user's page links back to it. */
  search: PeopleSearch;
  onPress: (pressed: Pressed) => void;
}) {
  const { people, search, onPress } = props;
  return (
    <Table
      shape="duo"
      caption={texts.table}
      columns={[
        columns.name,
        columns.email,
        columns.role,
        columns.state,
        columns.created,
        { label: columns.balance, isNumber: true },
        { label: columns.actions, isNumber: true },
      ]}
    >
      {people.map((person) => (
        <Row
          key={person.id}
          person={person}
          search={search}
          onPress={(what) => onPress({ what, person })}
        />
      ))}
    </Table>
  );
}

function Row(props: {
  person: Person;
  search: PeopleSearch;
  onPress: (what: Pressed["what"]) => void;
}) {
  const { person, search, onPress } = props;
  const who = calledName(person);
  const created = new Date(person.createdAt);
  return (
    <tr>
      <Cell className="lead">
        <Link
          {...paths.adminPerson(person.id)}
          state={{ peopleSearch: search }}
          className="block max-w-56 truncate"
          title={person.name}
        >
          {person.name === "" ? <span className="text-fg-3">{texts.noName}</span> : person.name}
        </Link>
      </Cell>
      <Cell label={columns.email} className="full text-fg-2">
        <span className="block max-w-72 min-w-0 truncate" title={person.email}>
          {person.email}
        </span>
      </Cell>
      <Cell label={columns.role}>
        <Tag className={person.isAdmin ? "border-fg-2! text-fg!" : undefined}>
          {roleText(person)}
        </Tag>
      </Cell>
      <Cell label={columns.state}>
        {person.isDisabled ? (
          <span className="text-fg-2" title={person.disabledReason ?? undefined}>
            {texts.disabled}
          </span>
        ) : (
          texts.active
        )}
      </Cell>
      <Cell label={columns.created} className="full text-fg-2">
        <time dateTime={person.createdAt} title={fullText(created)}>
          {dateText(created)}
        </time>
      </Cell>
      <Cell label={columns.balance} className="full num font-medium">
        <Amount sats={balanceOf(person)} unit="BTC" hasUnit={false} />
      </Cell>
      <Cell className="actions">
        <span className="flex justify-end gap-1 max-md:gap-2">
          <IconButton icon={Pencil} label={texts.edit(who)} onPress={() => onPress("edit")} />
          <IconButton icon={Mail} label={texts.write(who)} onPress={() => onPress("write")} />
          <IconButton icon={Trash2} label={texts.remove(who)} onPress={() => onPress("delete")} />
        </span>
      </Cell>
    </tr>
  );
}

function IconButton(props: { icon: LucideIcon; label: string; onPress: () => void }) {
  const Icon = props.icon;
  return (
    <Button
      variant="quiet"
      size="small"
      isIcon
      aria-label={props.label}
      title={props.label}
      onClick={props.onPress}
    >
      <Icon className="size-4" strokeWidth={1.5} aria-hidden />
    </Button>
  );
}
