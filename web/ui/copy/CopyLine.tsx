/** A line of code with a button that copies the line. */
import { CopyButton } from "./CopyButton.tsx";

export function CopyLine({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex items-center gap-2">
      <code
        translate="no"
        className="mono min-w-0 rounded-md border border-line bg-field px-3 py-2 text-sm text-fg select-all [overflow-wrap:anywhere]"
      >
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
