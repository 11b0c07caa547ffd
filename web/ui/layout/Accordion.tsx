/**
 * A list of questions and answers. At most one answer is open.
 *
 *   <Accordion items={[{ id: "fees", question: "What does it cost?", answer: "..." }]} />
 */
import { ChevronDown } from "lucide-react";
import { Accordion as Radix } from "radix-ui";
import type { ReactNode } from "react";

export function Accordion(props: {
  items: readonly { id: string; question: string; answer: ReactNode }[];
}) {
  return (
    <Radix.Root type="single" collapsible className="-my-2.5">
      {props.items.map((item) => (
        <Radix.Item key={item.id} value={item.id} className="border-b border-line last:border-b-0">
          <Radix.Header>
            <Radix.Trigger className="group flex min-h-11 w-full items-center justify-between gap-4 py-2.5 text-left font-medium hover:text-accent">
              {item.question}
              <ChevronDown
                className="size-4 flex-none text-fg-3 transition-transform duration-(--fast) group-data-[state=open]:rotate-180"
                aria-hidden
              />
            </Radix.Trigger>
          </Radix.Header>
          <Radix.Content className="pb-4 text-fg-2">{item.answer}</Radix.Content>
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
