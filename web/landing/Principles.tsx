/** The five rules of the product. */
import { Section } from "./Section.tsx";

const RULES = [
  {
    title: "Nothing is pretended",
    text: 'A number comes from the ledger, the chain, a quote or a named formula. Without a source it says "not monitored".',
  },
  {
    title: "Practice is structural",
    text: "Only test networks exist in the code. A node of the main network is refused at start.",
  },
  {
    title: "Sample data is labelled",
    text: "Dashed borders mark what is sample. Measured figures stand beside it.",
  },
  {
    title: "Money cannot appear or vanish",
    text: "Every satoshi and cent moves by a double entry. What users own and what the house holds must add up.",
  },
  {
    title: "Costs before the button",
    text: "Fees, risk and the expected result come first, also when the result is a loss.",
  },
];

export function Principles() {
  return (
    <Section id="about" title="Five rules this site stands on">
      <ol className="grid border-t-3 border-accent-line md:grid-cols-2 wide:grid-cols-5">
        {RULES.map((rule) => (
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
