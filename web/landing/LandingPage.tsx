/**
 * The public page: the plans' real returns, sample figures next to measured figures, and sign-up.
 * Links load whole pages, because this page has no router.
 */
import { Island } from "../ui/loading/Island.tsx";
import { PageTitle } from "../ui/layout/PageTitle.tsx";
import { Claims } from "./Claims.tsx";
import { ForexSection } from "./ForexSection.tsx";
import { Hero } from "./Hero.tsx";
import { LandingHeader } from "./LandingHeader.tsx";
import { LedgerTape } from "./LedgerTape.tsx";
import { MiningSection } from "./MiningSection.tsx";
import { Principles } from "./Principles.tsx";
import { SiteFooter } from "./SiteFooter.tsx";
import { Testimonials } from "./Testimonials.tsx";
import { paths } from "../ui/navigation/paths.ts";
import { buttonClass } from "../ui/controls/Button.tsx";
import { Wrap } from "./Section.tsx";
import { callTexts as texts, heroTexts } from "./strings.ts";

export function LandingPage() {
  return (
    <>
      <PageTitle>{heroTexts.pageTitle}</PageTitle>
      <LandingHeader />
      <main id="main">
        <Hero />
        <Island name="tape">
          <LedgerTape />
        </Island>
        <Island name="mining">
          <MiningSection />
        </Island>
        <Island name="claims">
          <Claims />
        </Island>
        <ForexSection />
        <Principles />
        <Testimonials />
        <CallToAction />
      </main>
      <SiteFooter />
    </>
  );
}

/** Closing section of the public page. */
function CallToAction() {
  return (
    <section className="py-24 max-md:py-16">
      <Wrap className="flex flex-wrap items-end justify-between gap-10">
        <div>
          <h2 className="headline max-w-[14em] text-[clamp(2.25rem,1rem+3.6vw,4rem)] leading-[0.98]">
            {texts.title[0]}
            <br />
            {texts.title[1]}
          </h2>
          <p className="mt-4 max-w-[52ch] text-md text-fg-2">{texts.text}</p>
        </div>
        <a
          href={paths.register.to}
          className={buttonClass({ variant: "primary", size: "large" }, "px-6 max-md:w-full")}
        >
          {texts.signUp}
        </a>
      </Wrap>
    </section>
  );
}
