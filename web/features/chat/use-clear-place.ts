/**
 * Moves a floating element up if it would cover a clickable element. Checks again after each scroll
 * and resize.
 */
import { useEffect, type RefObject } from "react";

const STEP_PX = 12;
const STEPS_MAX = 30;
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
  // A hidden button has no width. It is hidden while the chat is open.
  if (width === 0) return;
  const moved = Number(element.dataset["moved"] ?? 0);
  const atHome = { left, right, top: top + moved, bottom: bottom + moved };
  const inReach = pressablesIn({ ...atHome, top: atHome.top - STEP_PX * STEPS_MAX }, element);
  const isFree = (up: number) => {
    const place = { ...atHome, top: atHome.top - up, bottom: atHome.bottom - up };
    return !inReach.some((one) => isPressedIn(place, one));
  };
  const steps = Array.from({ length: STEPS_MAX }, (_, index) => index * STEP_PX);
  // If no position is free, the element stays at its default position.
  const up = steps.find(isFree) ?? 0;
  if (up === moved) return;
  element.dataset["moved"] = String(up);
  element.style.translate = `0 ${-up}px`;
}

interface Place {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Pressable {
  readonly element: Element;
  readonly place: Place;
}

/**
 * Returns the clickable elements in this place. Compares bounding boxes first, because
 * `elementsFromPoint` is slow.
 */
function pressablesIn(place: Place, floating: Element): Pressable[] {
  return [...document.querySelectorAll(PRESSABLE)]
    .filter((element) => !floating.contains(element))
    .flatMap((element) => [...element.getClientRects()].map((rect) => ({ element, place: rect })))
    .filter((one) => sharedBy(place, one.place) !== undefined);
}

/**
 * True if the element is on top at the centre of the overlap. False if it is scrolled out of view
 * or covered by another element.
 */
function isPressedIn(place: Place, { element, place: own }: Pressable): boolean {
  const shared = sharedBy(place, own);
  if (shared === undefined) return false;
  const [x, y] = [(shared.left + shared.right) / 2, (shared.top + shared.bottom) / 2];
  return document.elementsFromPoint(x, y).some((one) => element.contains(one));
}

function sharedBy(one: Place, other: Place): Place | undefined {
  const left = Math.max(one.left, other.left);
  const right = Math.min(one.right, other.right);
  const top = Math.max(one.top, other.top);
  const bottom = Math.min(one.bottom, other.bottom);
  return left < right && top < bottom ? { left, right, top, bottom } : undefined;
}
