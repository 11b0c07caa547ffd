/**
 * Renders a text and replaces its `{name}` placeholders with elements: `<Sentence text="See
 * {page}." parts={{ page: <a href="/x">X</a> }} />`.
 */
import { Fragment, type ReactNode } from "react";

export function Sentence(props: { text: string; parts: Readonly<Record<string, ReactNode>> }) {
  return (
    <>
      {props.text.split(/\{(\w+)\}/).map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change places
        <Fragment key={index}>{index % 2 === 0 ? piece : props.parts[piece]}</Fragment>
      ))}
    </>
  );
}
