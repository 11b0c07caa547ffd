/** The document's title. Every title ends with the practice words. */
export const PRACTICE_WORDS = "Practice - test coins, no value";

export function PageTitle(props: { children: string }) {
  return <title>{`${props.children} · Hashfloor · ${PRACTICE_WORDS}`}</title>;
}
