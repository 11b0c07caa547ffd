/** Whether elements stand in sight: what does not need not be drawn with each change. */
type Tell = (isInSight: boolean) => void;

const tells = new WeakMap<Element, Tell>();
let observer: IntersectionObserver | undefined;

/** Told soon and with each change; never by a browser that cannot tell. */
export function followSight(element: Element, tell: Tell): () => void {
  if (!("IntersectionObserver" in globalThis)) return () => {};
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) tells.get(target)?.(isIntersecting);
  });
  const observing = observer;
  tells.set(element, tell);
  observing.observe(element);
  return () => observing.unobserve(element);
}
