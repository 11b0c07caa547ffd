/** Buttons above the charts: indicators, drawings, and the number of charts. */
import { clsx } from "clsx";
import { AlignJustify, BellPlus, Minus, Slash, SlidersHorizontal, Spline } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { Segments } from "../../../ui/controls/Segments.tsx";
import { LAYOUTS, type Layout } from "../view/chart-layout.ts";
import type { DrawingDesk } from "./drawings/drawing-desk.ts";
import { drawingTexts } from "./drawings/strings.ts";
import { DRAWING_KINDS } from "./drawings/user-drawing.ts";
import { indicatorTexts } from "./indicators/strings.ts";
import { chartTexts as texts } from "./strings.ts";

const IndicatorDialog = lazy(async () => ({
  default: (await import("./settings/IndicatorDialog.tsx")).IndicatorDialog,
}));
const DrawingDialog = lazy(async () => ({
  default: (await import("./drawings/DrawingDialog.tsx")).DrawingDialog,
}));

const ICONS = {
  trend: Slash,
  level: Minus,
  fibonacci: AlignJustify,
  alert: BellPlus,
} as const;

export function ChartTools(props: {
  instrument: string;
  desk: DrawingDesk;
  layout: Layout;
  onLayout: (layout: Layout) => void;
}) {
  const { desk } = props;
  const { tool, onTool, onAlert } = desk;
  const tools = onAlert ? ([...DRAWING_KINDS, "alert"] as const) : DRAWING_KINDS;
  const [open, setOpen] = useState<"indicators" | "drawings">();
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-1 border-b border-line px-3 py-1.5">
      <Button variant="quiet" size="small" onClick={() => setOpen("indicators")}>
        <SlidersHorizontal className="size-4" strokeWidth={1.5} aria-hidden />
        {indicatorTexts.title}
      </Button>
      <Button variant="quiet" size="small" onClick={() => setOpen("drawings")}>
        <Spline className="size-4" strokeWidth={1.5} aria-hidden />
        {drawingTexts.title}
      </Button>
      <fieldset className="contents max-md:hidden" aria-label={drawingTexts.tools}>
        {tools.map((kind) => {
          const Icon = ICONS[kind];
          const name = kind === "alert" ? drawingTexts.alert : drawingTexts.draw[kind];
          return (
            <button
              key={kind}
              type="button"
              aria-pressed={tool === kind}
              aria-label={name}
              title={name}
              className={clsx(
                "grid size-7 place-items-center rounded-md border-0 text-fg-2 hover:bg-hover hover:text-fg max-md:hidden",
                tool === kind
                  ? "bg-raised text-fg shadow-[inset_0_-2px_0_var(--accent-line)]"
                  : "bg-transparent",
              )}
              onClick={() => onTool(tool === kind ? undefined : kind)}
            >
              <Icon className="size-4" strokeWidth={1.5} aria-hidden />
            </button>
          );
        })}
      </fieldset>
      {tool === undefined ? null : (
        <Button variant="quiet" size="small" onClick={() => onTool(undefined)}>
          {drawingTexts.cancel}
        </Button>
      )}
      <div className="ml-auto max-md:hidden">
        <Segments
          label={texts.layout}
          value={String(props.layout)}
          onChange={(value) => {
            const layout = LAYOUTS.find((one) => String(one) === value);
            if (layout) props.onLayout(layout);
          }}
          options={LAYOUTS.map((layout) => ({
            value: String(layout),
            label: <span aria-label={texts.charts(layout)}>{layout}</span>,
          }))}
        />
      </div>
      <Suspense>
        {open === "indicators" ? <IndicatorDialog isOpen onClose={close} /> : null}
        {open === "drawings" ? (
          <DrawingDialog instrument={props.instrument} desk={desk} isOpen onClose={close} />
        ) : null}
      </Suspense>
    </div>
  );
}
