/** Lists the five rules of the product. */
import { Section } from "./Section.tsx";
import { principleTexts as texts } from "./strings.ts";

export function Principles() {
  return (
    <Section id="about" title={texts.title}>
      <ol className="grid border-t-3 border-accent-line md:grid-cols-2 wide:grid-cols-5">
        {texts.rules.map((rule) => (
          <li
            key={rule.title}
            className="py-4 pr-5 max-md:border-b max-md:border-line wide:border-line wide:pb-0 wide:not-first:border-l wide:not-first:pl-5"
          >
            <h3 className="text-md leading-[1.3] font-semibold wide:min-h-[2.6em]">{rule.title}</h3>
            <p className="mt-2 text-sm text-fg-2">{rule.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
