/** Shows the progress of the running upload, with a button that cancels it. */
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { apiQuery } from "../../../data/api/query.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { replayTexts } from "./strings.ts";

const { files: texts } = replayTexts;
const POLL_MS = 1_000;
const MEGABYTE = 1_000_000;

export function UploadProgress(props: { bytes: number; onCancel: () => void }) {
  const id = useId();
  const { data } = useQuery({ ...apiQuery("getPriceFileUpload"), refetchInterval: POLL_MS });
  const { bytes = 0, lines = 0 } = data?.upload ?? {};
  const megabytes = (count: number) => wholeText(Math.ceil(count / MEGABYTE));
  return (
    <div className="flex basis-full flex-wrap items-center gap-4 text-sm text-fg-2">
      <div className="grid min-w-0 flex-1 gap-2">
        <label htmlFor={id}>
          {texts.progress(megabytes(bytes), megabytes(props.bytes), wholeText(lines))}
        </label>
        <progress id={id} className="day-progress" max={props.bytes} value={bytes} />
      </div>
      <Button variant="quiet" onClick={props.onCancel}>
        {texts.cancel}
      </Button>
    </div>
  );
}
