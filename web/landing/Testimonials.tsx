/**
 * Shows three sample withdrawals, marked as samples, next to real withdrawals on this
 * installation's chain.
 */
import { Island } from "../ui/loading/Island.tsx";
import { SampleTag } from "../ui/layout/Tag.tsx";
import { RealWithdrawals } from "./RealWithdrawals.tsx";
import { Section } from "./Section.tsx";
import { testimonialTexts as texts } from "./strings.ts";

export function Testimonials() {
  return (
    <Section title={texts.title}>
      <div className="grid gap-4 md:grid-cols-2 wide:grid-cols-[repeat(3,minmax(0,1fr))_minmax(0,1.35fr)]">
        {texts.samples.map((testimonial) => (
          <figure
            key={testimonial.name}
            className="flex flex-col gap-3 rounded-lg border border-dashed border-line-control px-5 py-4.5"
          >
            <p className="flex items-center justify-between text-[1.375rem] font-[550] tracking-[-0.02em]">
              {testimonial.amount} BTC <SampleTag />
            </p>
            <blockquote className="text-fg-2">"{testimonial.content}"</blockquote>
            <figcaption className="mt-auto text-xs text-fg-3">
              {testimonial.name} · {testimonial.location} · {testimonial.ago}
            </figcaption>
          </figure>
        ))}
        <Island name="withdrawals">
          <RealWithdrawals />
        </Island>
      </div>
    </Section>
  );
}
