/** Whether elements stand in sight: what does not need not be drawn with each change. */
type Notify = (isInSight: boolean) => void;

const listeners = new WeakMap<Element, Notify>();
let observer: IntersectionObserver | undefined;

/** Told soon and with each change; never by a browser that cannot tell. */
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
