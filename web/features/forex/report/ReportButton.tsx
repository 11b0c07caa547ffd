/** Button that opens the report on an order. The report's code is loaded on demand. */
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { reportTexts as texts } from "./strings.ts";

const FillReportDialog = lazy(async () => ({
  default: (await import("./FillReport.tsx")).FillReportDialog,
}));

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
