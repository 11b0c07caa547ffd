/** The last word of the public page. */
import { paths } from "../ui/navigation/paths.ts";
import { buttonClass } from "../ui/controls/Button.tsx";
import { Wrap } from "./Section.tsx";

export function CallToAction() {
  return (
    <section className="py-24 max-md:py-16">
      <Wrap className="flex flex-wrap items-end justify-between gap-10">
        <div>
          <h2 className="headline max-w-[14em] text-[clamp(2.25rem,1rem+3.6vw,4rem)] leading-[0.98]">
            Lose test coins first.
            <br />
            It is the cheaper lesson.
          </h2>
          <p className="mt-4 max-w-[52ch] text-md text-fg-2">
            No card, no bank, no real coins: there is nowhere to put them. Leave with numbers you
            can check.
          </p>
        </div>
        <a
          href={paths.register.to}
          className={buttonClass({ variant: "primary", size: "large" }, "px-6 max-md:w-full")}
        >
          Sign Up
        </a>
      </Wrap>
    </section>
  );
}
