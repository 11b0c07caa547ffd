/**
 * CSS classes of the avatar, shared by the button and its menu. On phones, the touch target is
 * larger than the visible circle, which aligns with the page margin.
 */
export const AVATAR =
  "group ml-1 grid size-[30px] place-items-center rounded-md text-xs font-semibold text-fg-2 hover:text-fg max-md:-mr-[7px] max-md:size-11";
export const FACE =
  "grid size-[30px] place-items-center rounded-md border border-line-strong bg-raised group-hover:bg-hover";

export function initialsOf(name: string | undefined): string {
  const words = (name ?? "").trim().split(/\s+/);
  const shown = [words.at(0), words.length > 1 ? words.at(-1) : undefined];
  return shown
    .map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 0x20).trim())
    .join("")
    .toUpperCase();
}
