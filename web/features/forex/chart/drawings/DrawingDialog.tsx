/** Lists the drawings of an instrument, with the tools and the snap setting. */
import { Trash2 } from "lucide-react";
import { Button } from "../../../../ui/controls/Button.tsx";
import { Toggle } from "../../../../ui/controls/Toggle.tsx";
import { Dialog } from "../../../../ui/dialogs/Dialog.tsx";
import { pairName } from "../../quotes/price-text.ts";
import { changeSettings } from "../settings/chart-settings.ts";
import { drawingName } from "./drawing-text.ts";
import type { DrawingDesk } from "./drawing-desk.ts";
import { layerTexts as texts } from "./layer-strings.ts";
import { drawingTexts } from "./strings.ts";
import { DRAWING_KINDS } from "./user-drawing.ts";

export function DrawingDialog(props: {
  instrument: string;
  desk: DrawingDesk;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { instrument, desk, onClose } = props;
  const { drawings, snaps, onTool } = desk;
  const pair = pairName(instrument);
  const own = drawings.all.filter((one) => one.instrument === instrument);
  return (
    <Dialog
      title={drawingTexts.title}
      isOpen={props.isOpen}
      onClose={onClose}
      place="end"
      actions={
        own.length > 1 ? (
          <Button variant="quiet" onClick={() => drawings.remove(own)}>
            {texts.removeAll}
          </Button>
        ) : undefined
      }
    >
      <p className="text-sm text-fg-2">{texts.lead}</p>
      <div className="grid gap-2">
        {DRAWING_KINDS.map((kind) => (
          <Button
            key={kind}
            isBlock
            onClick={() => {
              onClose();
              onTool(kind);
            }}
          >
            {drawingTexts.draw[kind]}
          </Button>
        ))}
      </div>
      <Toggle label={texts.snaps} isOn={snaps} onFlip={() => changeSettings({ snaps: !snaps })}>
        {texts.snapsText}
      </Toggle>
      <section className="grid gap-1.5" aria-label={texts.listTitle(pair)}>
        <h3 className="text-base font-semibold">{texts.listTitle(pair)}</h3>
        {own.length === 0 ? <p className="text-sm text-fg-2">{texts.none(pair)}</p> : null}
        <ul className="grid">
          {own.map((drawing) => {
            const name = drawingName(drawing);
            return (
              <li key={drawing.id} className="flex items-center gap-2 border-b border-line py-1.5">
                <span className="min-w-0 flex-1 text-sm">{name}</span>
                <Button
                  variant="quiet"
                  size="small"
                  isIcon
                  aria-label={texts.remove(name)}
                  onClick={() => drawings.remove([drawing])}
                >
                  <Trash2 className="size-4" strokeWidth={1.5} aria-hidden />
                </Button>
              </li>
            );
          })}
        </ul>
      </section>
    </Dialog>
  );
}
