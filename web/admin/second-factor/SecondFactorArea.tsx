/**
 * Guards pages with personal data. Administrators without two-factor authentication see how to turn
 * it on.
 */
import { Outlet } from "@tanstack/react-router";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { FactorPanel } from "./FactorPanel.tsx";
import { secondFactorTexts as texts } from "./strings.ts";
import { useHasSecondFactor } from "./use-second-factor.ts";

export function SecondFactorArea() {
  if (useHasSecondFactor()) return <Outlet />;
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <FactorPanel />
    </>
  );
}
