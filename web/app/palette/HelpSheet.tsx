/** The sheet of keyboard shortcuts, opened with `?`. */
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import type { ShellArea } from "../navigation/entries.ts";
import { goTosOf } from "./go-keys.ts";
import { commandKey, Keys } from "./Keys.tsx";
import { keyedCommands, pageCommandOf } from "../../ui/navigation/page-commands.ts";
import { helpTexts as texts } from "./strings.ts";

export function HelpSheet(props: { area: ShellArea; onClose: () => void }) {
  const anywhere = [
    // The current page may have its own command for `/`.
    ...(pageCommandOf("/") ? [] : [{ keys: ["/"], does: texts.search }]),
    { keys: [commandKey(), "K"], does: pageCommandOf("/") ? texts.search : texts.searchInFields },
    { keys: ["?"], does: texts.help },
    { keys: ["Esc"], does: texts.close },
  ];
  const pages = goTosOf(props.area).flatMap(({ entry, key }) =>
    key === undefined ? [] : [{ keys: ["g", key], does: entry.label }],
  );
  const here = keyedCommands().map(({ label, keyText }) => ({ keys: [keyText], does: label }));
  return (
    <Dialog title={texts.title} isOpen onClose={props.onClose}>
      {here.length === 0 ? null : <Lines title={texts.here} lines={here} isTwo />}
      <Lines title={texts.anywhere} lines={anywhere} />
      <Lines title={texts.pages} lines={pages} isTwo />
    </Dialog>
  );
}

function Lines(props: {
  title: string;
  lines: readonly { keys: readonly string[]; does: string }[];
  isTwo?: boolean;
}) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-fg-2">{props.title}</h3>
      <dl className={props.isTwo ? "grid gap-x-8 min-[420px]:grid-cols-2" : "grid"}>
        {props.lines.map(({ keys, does }) => (
          <div
            key={does}
            className="flex min-h-9 items-center justify-between gap-3 border-b border-line text-sm"
          >
            <dt>{does}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
