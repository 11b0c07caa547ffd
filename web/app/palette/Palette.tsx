/**
 * The command palette. Opens pages and pasted txids, withdrawal ids or addresses, and switches the
 * unit and the theme. Consists of cmdk's list box in a native dialog, with our own filter and
 * order.
 */
import { useNavigate } from "@tanstack/react-router";
import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from "cmdk";
import { ArrowRight, type LucideIcon } from "lucide-react";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { useSearchResults, type SearchResult } from "./use-search-results.ts";
import type { ShellArea } from "../navigation/entries.ts";
import { moreOf } from "../navigation/more-entries.ts";
import { goTosOf } from "./go-keys.ts";
import { Keys } from "./Keys.tsx";
import { pageCommands } from "../../ui/navigation/page-commands.ts";
import { paletteTexts as texts } from "./strings.ts";
import { rankGroups, type RankedGroup } from "./rank.ts";
import { useCommands, type Command, type PaletteActions } from "./use-commands.ts";

const GROUP =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-fg-2";

interface Entry {
  readonly label: string;
  /**
   * Unique within the list, unlike the label, because an action and a page may have the same label.
   */
  readonly value: string;
  readonly icon: LucideIcon;
  readonly run: () => unknown;
  readonly isChosen?: boolean | undefined;
  readonly end?: ReactNode;
}

export function Palette(props: PaletteActions & { area: ShellArea; onClose: () => void }) {
  const [text, setText] = useState("");
  const navigate = useNavigate();
  const commands = useCommands(props);
  const { results, note } = useSearchResults(text);
  const [selected, setSelected] = useState({ value: "", isOdd: false });
  const ranked = rankGroups(groupsOf(props.area, commands, navigate), text);
  const groups = results.length === 0 ? ranked : [resultGroup(results, navigate), ...ranked];
  const values = groups.flatMap(({ entries }) => entries.map(({ value }) => value));
  // Always select a visible entry. If the search hides the selected entry, select the best match.
  const value = values.includes(selected.value) ? selected.value : (values[0] ?? "");
  const closeAnd = (run: () => unknown) => () => {
    props.onClose();
    void run();
  };
  const type = (typed: string) => {
    setText(typed);
    setSelected({ value: "", isOdd: !selected.isOdd });
  };
  return (
    <Dialog title={texts.title} place="top" isOpen onClose={props.onClose}>
      <CommandRoot
        label={texts.title}
        shouldFilter={false}
        // cmdk changes its own selection before calling back, and rereads `value` only when it
        // changes. A trailing space, which cmdk trims, forces this change.
        value={selected.isOdd ? `${value} ` : value}
        onValueChange={(next) => setSelected({ value: next, isOdd: !selected.isOdd })}
        onKeyDown={takeSelected}
        loop
      >
        <CommandInput
          ref={focusFirst}
          value={text}
          onValueChange={type}
          placeholder={texts.placeholder}
          className="h-12 w-full border-b border-line bg-field px-5 text-md text-fg -outline-offset-2! placeholder:text-fg-3"
        />
        <CommandList
          label={texts.list}
          className="max-h-[min(420px,60dvh)] overflow-y-auto overscroll-contain p-2"
        >
          {note !== undefined || values.length === 0 ? (
            <p className="px-3 py-4 text-sm text-fg-2">{note ?? texts.nothing}</p>
          ) : null}
          {groups.map(({ heading, entries }) => (
            <CommandGroup key={heading} heading={heading} className={GROUP}>
              {entries.map((entry) => (
                <Row key={entry.value} {...entry} onSelect={closeAnd(entry.run)} />
              ))}
            </CommandGroup>
          ))}
        </CommandList>
        <output className="sr-only">{texts.found(values.length)}</output>
      </CommandRoot>
    </Dialog>
  );
}

type Navigate = ReturnType<typeof useNavigate>;

function resultGroup(results: readonly SearchResult[], navigate: Navigate): RankedGroup<Entry> {
  const entries = results.map(({ label, detail, target }) => ({
    label,
    value: `${label} ${detail}`,
    icon: ArrowRight,
    run: () => navigate(target),
    end: <span className="mono text-xs text-fg-2">{detail}</span>,
  }));
  return { heading: texts.groups.found, entries };
}

function groupsOf(
  area: ShellArea,
  commands: readonly Command[],
  navigate: Navigate,
): RankedGroup<Entry>[] {
  const here = pageCommands().map(({ label, icon, key, keyText = key, run }) => ({
    label,
    value: label,
    icon,
    run,
    end: keyText === undefined ? null : <Keys keys={[keyText]} />,
  }));
  const pages = goTosOf(area).map(({ entry: { label, icon, target }, key }) => ({
    label,
    value: label,
    icon,
    run: () => navigate(target),
    end: key === undefined ? null : <Keys keys={["g", key]} />,
  }));
  const more = moreOf(area).map(({ label, icon, target }) => ({
    label,
    value: label,
    icon,
    run: () => navigate(target),
  }));
  const actions = commands.map(({ keys, ...command }) => ({
    ...command,
    value: command.label,
    end: keys === undefined ? null : <Keys keys={keys} />,
  }));
  return [
    { heading: texts.groups.here, entries: here },
    { heading: texts.groups.pages, entries: pages },
    { heading: texts.groups.more, entries: more },
    { heading: texts.groups.actions, entries: actions },
  ];
}

/**
 * Adds the attribute by which a native dialog finds its initial focus, because React does not
 * render this attribute.
 */
function focusFirst(input: HTMLInputElement | null): void {
  input?.setAttribute("autofocus", "");
}

/**
 * Clicks the selected entry on Enter. cmdk's own Enter event reaches a new entry only after a
 * delay, but a click works immediately.
 */
function takeSelected(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  const entry = event.currentTarget.querySelector<HTMLElement>("[cmdk-item][aria-selected=true]");
  if (!entry) return;
  event.preventDefault();
  entry.click();
}

function Row(props: Entry & { onSelect: () => void }) {
  const Icon = props.icon;
  return (
    <CommandItem
      value={props.value}
      onSelect={props.onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 text-sm data-[selected=true]:bg-hover data-[selected=true]:shadow-[inset_2px_0_0_var(--accent-line)] max-md:min-h-11"
    >
      <Icon className="size-4 flex-none text-fg-2" strokeWidth={1.5} aria-hidden />
      <span className="min-w-0 flex-1">
        {props.label}
        {props.isChosen === true ? <span className="text-fg-2">, {texts.now}</span> : null}
      </span>
      {props.end}
    </CommandItem>
  );
}
