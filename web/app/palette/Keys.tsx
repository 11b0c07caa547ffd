/**
 * The keys of a shortcut, as shown in the palette and on the help sheet: `<Keys keys={["g", "d"]}
 * />`.
 */
export function Keys(props: { keys: readonly string[] }) {
  return (
    <span className="inline-flex flex-none items-center gap-1">
      {props.keys.map((key) => (
        <kbd
          key={key}
          className="grid h-5 min-w-5 place-items-center rounded-sm border border-line-control px-1 font-code text-2xs text-fg-2"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

/** Returns the platform's name for the modifier key of the search shortcut. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";
}
