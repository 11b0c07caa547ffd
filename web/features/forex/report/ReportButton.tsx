/** Opens the report on an order, which loads when it is asked for. */
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { reportTexts as texts } from "./strings.ts";

const FillReportDialog = lazy(async () => ({
  default: (await import("./FillReport.tsx")).FillReportDialog,
}));

/** `of`: what the order was, for those who do not see where the button stands. */
export function ReportButton({ orderId, of }: { orderId: string; of: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={texts.reportOn(of)}
        onClick={() => setIsOpen(true)}
      >
        {texts.report}
      </Button>
      {isOpen ? (
        <Suspense>
          <FillReportDialog orderId={orderId} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
