/** Reports whether elements are visible, because hidden elements need not be redrawn. */
type Notify = (isInSight: boolean) => void;

const listeners = new WeakMap<Element, Notify>();
let observer: IntersectionObserver | undefined;

/**
 * Calls `notify` with the element's visibility, initially and at each change. Never calls it in
 * browsers without IntersectionObserver.
 */
export function followSight(element: Element, notify: Notify): () => void {
  if (!("IntersectionObserver" in globalThis)) return () => {};
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
  });
  const observing = observer;
  listeners.set(element, notify);
  observing.observe(element);
  return () => observing.unobserve(element);
}
