/**
 * The command palette: any page, a pasted txid, withdrawal id or address, unit, theme, logout. The
 * list is cmdk's, the modal is the native dialog; loaded when it is first opened.
 */
import { useNavigate } from "@tanstack/react-router";
import {
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
  CommandRoot,
  useCommandState,
} from "cmdk";
import { ArrowRight, type LucideIcon } from "lucide-react";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { Dialog } from "../ui/Dialog.tsx";
import { useFound, type Found } from "./found.ts";
import type { ShellArea } from "../navigation/entries.ts";
import { moreOf } from "../navigation/more-entries.ts";
import { goTosOf } from "./go-keys.ts";
import { Keys } from "./Keys.tsx";
import { pageCommands } from "./page-commands.ts";
import { paletteTexts as texts } from "./strings.ts";
import { useCommands, type PaletteActions } from "./use-commands.ts";

const GROUP =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-fg-2";

export function Palette(props: PaletteActions & { area: ShellArea; onClose: () => void }) {
  const [text, setText] = useState("");
  const navigate = useNavigate();
  const commands = useCommands(props);
  const { found, note } = useFound(text);
  const [selected, setSelected] = useState({ value: "", isOdd: false });
  // It may be found after the typing, when nothing else is selected or will be.
  const values = found.map(valueOf);
  const [first = selected.value] = values;
  const value = values.includes(selected.value) ? selected.value : first;
  const closeAnd = (run: () => unknown) => () => {
    props.onClose();
    void run();
  };
  return (
    <Dialog title={texts.title} place="top" isOpen onClose={props.onClose}>
      <CommandRoot
        label={texts.title}
        // cmdk selects first, asks then, and looks here again only when this has changed: here by
        // a blank, which it cuts off.
        value={selected.isOdd ? `${value} ` : value}
        onValueChange={(next) => setSelected({ value: next, isOdd: !selected.isOdd })}
        onKeyDown={takeSelected}
        loop
      >
        <CommandInput
          ref={focusFirst}
          value={text}
          onValueChange={setText}
          placeholder={texts.placeholder}
          className="h-12 w-full border-b border-line bg-field px-5 text-md text-fg -outline-offset-2! placeholder:text-fg-3"
        />
        <CommandList
          label={texts.list}
          className="max-h-[min(420px,60dvh)] overflow-y-auto overscroll-contain p-2"
        >
          {found.length === 0 ? (
            <CommandEmpty className="px-3 py-4 text-sm text-fg-2">
              {note ?? texts.nothing}
            </CommandEmpty>
          ) : (
            <CommandGroup heading={texts.groups.found} className={GROUP} forceMount>
              {found.map((one) => (
                <Row
                  key={valueOf(one)}
                  value={valueOf(one)}
                  icon={ArrowRight}
                  isAlwaysShown
                  onSelect={closeAnd(() => navigate(one.target))}
                  end={<span className="mono text-xs text-fg-2">{one.detail}</span>}
                >
                  {one.label}
                </Row>
              ))}
            </CommandGroup>
          )}
          {pageCommands().length === 0 ? null : (
            <CommandGroup heading={texts.groups.here} className={GROUP}>
              {pageCommands().map(({ label, icon, key, keyText = key, run }) => (
                <Row
                  key={label}
                  value={label}
                  icon={icon}
                  onSelect={closeAnd(run)}
                  end={keyText === undefined ? null : <Keys keys={[keyText]} />}
                >
                  {label}
                </Row>
              ))}
            </CommandGroup>
          )}
          <CommandGroup heading={texts.groups.pages} className={GROUP}>
            {goTosOf(props.area).map(({ entry, key }) => (
              <Row
                key={entry.label}
                value={entry.label}
                icon={entry.icon}
                onSelect={closeAnd(() => navigate(entry.target))}
                end={key === undefined ? null : <Keys keys={["g", key]} />}
              >
                {entry.label}
              </Row>
            ))}
          </CommandGroup>
          <CommandGroup heading={texts.groups.more} className={GROUP}>
            {moreOf(props.area).map(({ label, icon, target }) => (
              <Row
                key={label}
                value={label}
                icon={icon}
                onSelect={closeAnd(() => navigate(target))}
                end={null}
              >
                {label}
              </Row>
            ))}
          </CommandGroup>
          <CommandGroup heading={texts.groups.actions} className={GROUP}>
            {commands.map(({ label, icon, run, isChosen, keys }) => (
              <Row
                key={label}
                value={label}
                icon={icon}
                onSelect={closeAnd(run)}
                end={keys === undefined ? null : <Keys keys={keys} />}
              >
                {label}
                {isChosen ? <span className="text-fg-2">, {texts.now}</span> : null}
              </Row>
            ))}
          </CommandGroup>
        </CommandList>
        <Count more={found.length} />
      </CommandRoot>
    </Dialog>
  );
}

function valueOf({ label, detail }: Found): string {
  return `${label} ${detail}`;
}

/** The dialog gives the focus to what asks for it by this attribute, which React does not write. */
function focusFirst(input: HTMLInputElement | null): void {
  input?.setAttribute("autofocus", "");
}

/**
 * An entry listens for what cmdk makes of Enter only some time after it is drawn, for a click at
 * once.
 */
function takeSelected(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  const entry = event.currentTarget.querySelector<HTMLElement>("[cmdk-item][aria-selected=true]");
  if (!entry) return;
  event.preventDefault();
  entry.click();
}

function Row(props: {
  value: string;
  icon: LucideIcon;
  isAlwaysShown?: boolean;
  onSelect: () => void;
  end: ReactNode;
  children: ReactNode;
}) {
  const Icon = props.icon;
  return (
    <CommandItem
      value={props.value}
      forceMount={props.isAlwaysShown ?? false}
      onSelect={props.onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 text-sm data-[selected=true]:bg-hover data-[selected=true]:shadow-[inset_2px_0_0_var(--accent-line)] max-md:min-h-11"
    >
      <Icon className="size-4 flex-none text-fg-2" strokeWidth={1.5} aria-hidden />
      <span className="min-w-0 flex-1">{props.children}</span>
      {props.end}
    </CommandItem>
  );
}

/** Said aloud while the list narrows. */
function Count(props: { more: number }) {
  const count = useCommandState((state) => state.filtered.count);
  return <output className="sr-only">{texts.found(Math.max(count, props.more))}</output>;
}
