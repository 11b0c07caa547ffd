/** The user's drawings on one chart: passes them to the chart and shows their handles. */
import { useEffect, useState } from "react";
import type { Instrument } from "#market";
import type { ChartView } from "../axis/chart-view.ts";
import { drawnDrawing } from "./drawing-text.ts";
import { DrawingHandles, type MovingDrawing } from "./DrawingHandles.tsx";
import type { DrawnDrawing, Pixels } from "./drawings-primitive.ts";
import { layerTexts as texts } from "./layer-strings.ts";
import { PlacingLayer } from "./PlacingLayer.tsx";
import type { DrawingDesk } from "./drawing-desk.ts";
import type { DrawingPoint, UserDrawing } from "./user-drawing.ts";

const PLACING_ID = "placing";

export function DrawingLayer(props: {
  instrument: Instrument;
  desk: DrawingDesk;
  /** Drawings of this instrument. */
  shown: readonly UserDrawing[];
  isMain: boolean;
  view: () => ChartView | undefined;
  followPixels: (place: (pixels: Pixels) => void) => () => void;
  onDrawn: (drawn: readonly DrawnDrawing[]) => void;
}) {
  const { instrument, desk, shown, view, onDrawn } = props;
  const { drawings, tool, onTool, snaps } = desk;
  const [lastMoving, setMoving] = useState<MovingDrawing>();
  const moving = isOver(lastMoving, shown) ? undefined : lastMoving;
  const [preview, setPreview] = useState<readonly DrawingPoint[]>([]);
  const [fresh, setFresh] = useState<string>();
  // An alert has a price, so the user points at it like at a level.
  const kind = tool === "alert" ? "level" : (tool ?? "level");
  useEffect(() => {
    const moved = shown.map((one) => {
      if (moving?.id !== one.id) return drawnDrawing(one, instrument, false);
      return drawnDrawing({ ...one, points: moving.points }, instrument, !moving.saved);
    });
    const placing =
      tool === undefined || preview.length === 0
        ? []
        : [drawnDrawing({ id: PLACING_ID, kind, points: preview }, instrument, true)];
    onDrawn([...moved, ...placing]);
  }, [shown, moving, preview, tool, kind, instrument, onDrawn]);
  const end = () => {
    setPreview([]);
    onTool(undefined);
  };
  return (
    <>
      <DrawingHandles
        drawings={shown}
        instrument={instrument}
        snaps={snaps}
        moving={moving}
        fresh={fresh}
        view={view}
        follow={props.followPixels}
        onLeft={() => setFresh(undefined)}
        onMoving={setMoving}
        onSave={drawings.save}
        onRemove={(drawing) => {
          setMoving(undefined);
          drawings.remove([drawing]);
        }}
      />
      {tool === undefined ? null : (
        <PlacingLayer
          key={tool}
          kind={kind}
          label={texts.placing[tool]}
          instrument={instrument}
          snaps={snaps}
          hasFocus={props.isMain}
          view={view}
          onPreview={setPreview}
          onPlaced={(points) => {
            if (tool === "alert") {
              end();
              desk.onAlert?.({ instrument: instrument.name, price: points[0]?.price ?? 0 });
              return;
            }
            const id = crypto.randomUUID();
            drawings.save({ id, instrument: instrument.name, kind: tool, points, version: 0 });
            setFresh(id);
            end();
          }}
          onCancel={end}
        />
      )}
    </>
  );
}

/** True if a move is saved and the page has replaced the drawing that was moved. */
function isOver(moving: MovingDrawing | undefined, shown: readonly UserDrawing[]): boolean {
  return moving?.saved !== undefined && !shown.includes(moving.saved);
}
