/** How the avatar looks, before and after its menu has been loaded. */
export const AVATAR =
  "ml-1 grid size-[30px] place-items-center rounded-md border border-line-strong bg-raised text-xs font-semibold text-fg-2 hover:bg-hover hover:text-fg max-md:size-11";

export function initialsOf(name: string | undefined): string {
  const words = (name ?? "").trim().split(/\s+/);
  const shown = [words.at(0), words.length > 1 ? words.at(-1) : undefined];
  return shown
    .map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 0x20).trim())
    .join("")
    .toUpperCase();
}
