/**
 * Moves a floating element up from its place while it would lie over something that can be pressed.
 * It looks again after each scroll, change of size and change of the page.
 */
import { useEffect, type RefObject } from "react";

const STEP_PX = 12;
const STEPS_MAX = 30;
const GAP_PX = 24;
const PRESSABLE = "a, button, input, select, textarea, summary, [role=button], [role=slider]";

export function useClearPlace(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      if (ref.current !== null) moveClear(ref.current);
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    const size = new ResizeObserver(soon);
    size.observe(document.body);
    addEventListener("scroll", soon, { passive: true });
    addEventListener("resize", soon);
    soon();
    return () => {
      cancelAnimationFrame(frame);
      size.disconnect();
      removeEventListener("scroll", soon);
      removeEventListener("resize", soon);
    };
  }, [ref]);
}

function moveClear(element: HTMLElement): void {
  const { left, right, top, bottom, width } = element.getBoundingClientRect();
  // Hidden while the chat is open.
  if (width === 0) return;
  const moved = Number(element.dataset["moved"] ?? 0);
  const isFree = (up: number) => {
    const rows = [top, (top + bottom) / 2, bottom].map((y) => y + moved - up);
    return rows.every((y) => acrossOf(left, right).every((x) => !isOverPressable(element, x, y)));
  };
  const steps = Array.from({ length: STEPS_MAX }, (_, index) => index * STEP_PX);
  // Nowhere clear: it stays at its place.
  const up = steps.find(isFree) ?? 0;
  if (up === moved) return;
  element.dataset["moved"] = String(up);
  element.style.translate = `0 ${-up}px`;
}

/** Near enough to each other that no button fits between two of them. */
function acrossOf(left: number, right: number): number[] {
  const count = Math.max(2, Math.ceil((right - left) / GAP_PX));
  return Array.from({ length: count + 1 }, (_, n) => left + ((right - left) * n) / count);
}

function isOverPressable(element: HTMLElement, x: number, y: number): boolean {
  return document
    .elementsFromPoint(x, y)
    .some((one) => !element.contains(one) && one.closest(PRESSABLE) !== null);
}
