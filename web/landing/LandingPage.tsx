/**
 * The public page: what the plans really return, what is sample and what is measured, and the way
 * in. Its links load the page they lead to: it knows no router.
 */
import { Island } from "../ui/loading/Island.tsx";
import { PageTitle } from "../ui/layout/PageTitle.tsx";
import { CallToAction } from "./CallToAction.tsx";
import { Claims } from "./Claims.tsx";
import { ForexSection } from "./ForexSection.tsx";
import { Hero } from "./Hero.tsx";
import { LandingHeader } from "./LandingHeader.tsx";
import { LedgerTape } from "./LedgerTape.tsx";
import { MiningSection } from "./MiningSection.tsx";
import { Principles } from "./Principles.tsx";
import { SiteFooter } from "./SiteFooter.tsx";
import { Testimonials } from "./Testimonials.tsx";

export function LandingPage() {
  return (
    <>
      <PageTitle>See what it really returns</PageTitle>
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
