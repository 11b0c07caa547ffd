/**
 * Layout of the public page: the centred column, and a section with its headline on the left and
 * text on the right.
 */
import { clsx } from "clsx";
import type { ReactNode } from "react";

export function Wrap(props: { className?: string | undefined; children: ReactNode }) {
  return (
    <div className={clsx("mx-auto max-w-[1280px] px-8 max-md:px-4", props.className)}>
      {props.children}
    </div>
  );
}

export function Section(props: {
  id?: string;
  title: string;
  lead?: ReactNode;
  isDeep?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      id={props.id}
      className={clsx("border-b border-line py-22 max-md:py-14", props.isDeep && "bg-sunk")}
    >
      <Wrap>
        <div className="mb-9 grid items-end gap-x-16 gap-y-6 max-md:mb-6 max-md:gap-y-3 wide:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <h2 className="headline text-2xl leading-[1.04] max-md:text-[2rem]">{props.title}</h2>
          {props.lead === undefined ? null : (
            <p className="max-w-[46ch] text-md text-fg-2">{props.lead}</p>
          )}
        </div>
        {props.children}
      </Wrap>
    </section>
  );
}

/** Three short statements under a section. */
export function Three(props: {
  items: readonly { title: string; text: string; end?: ReactNode }[];
}) {
  return (
    <div className="mt-10 grid gap-x-10 gap-y-5 md:grid-cols-3">
      {props.items.map((item) => (
        <div key={item.title}>
          <h3 className="border-t border-line-strong pt-3.5 text-md font-semibold">{item.title}</h3>
          <p className="mt-1 max-w-[38ch] text-fg-2">{item.text}</p>
          {item.end}
        </div>
      ))}
    </div>
  );
}
