/**
 * Reports whether elements are visible, because hidden ones need not be redrawn with each change.
 */
type Notify = (isInSight: boolean) => void;

const listeners = new WeakMap<Element, Notify>();
let observer: IntersectionObserver | undefined;

/**
 * Follows whether the element is visible. Calls back soon and at each change, but never in browsers
 * without support.
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
