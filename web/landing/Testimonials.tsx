/**
 * Three sample withdrawals, each marked as a sample, next to real ones on this installation's
 * chain.
 */
import { Island } from "../ui/loading/Island.tsx";
import { SampleTag } from "../ui/layout/Tag.tsx";
import { RealWithdrawals } from "./RealWithdrawals.tsx";
import { Section } from "./Section.tsx";

const TESTIMONIALS = [
  {
    name: "Sample person A",
    location: "Lisbon",
    amount: "0.52",
    ago: "2 hours ago",
    content: "Withdrew in an hour, everything smooth.",
  },
  {
    name: "Sample person B",
    location: "Toronto",
    amount: "1.15",
    ago: "5 hours ago",
    content: "The best platform I have used so far.",
  },
  {
    name: "Sample person C",
    location: "Singapore",
    amount: "0.89",
    ago: "1 day ago",
    content: "My rigs pay for themselves every month.",
  },
] as const;

export function Testimonials() {
  return (
    <Section title="Withdrawals: three invented, the others you can check">
      <div className="grid gap-4 md:grid-cols-2 wide:grid-cols-[repeat(3,minmax(0,1fr))_minmax(0,1.35fr)]">
        {TESTIMONIALS.map((testimonial) => (
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
