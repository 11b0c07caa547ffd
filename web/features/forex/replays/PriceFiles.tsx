/** Uploads price files, and lists the uploaded files with buttons that replay or remove them. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../data/api/query.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { PriceFileList } from "./PriceFileList.tsx";
import { replayTexts } from "./strings.ts";
import { UploadForm } from "./UploadForm.tsx";
import type { BeginReplay } from "./use-begin-replay.ts";

const { files: texts } = replayTexts;

export function PriceFiles({ begin }: { begin: BeginReplay }) {
  const files = useQuery(apiQuery("listPriceFiles"));
  const items = files.data?.items ?? [];
  return (
    <Panel title={texts.title} isFlush>
      <UploadForm />
      {items.length === 0 ? null : <PriceFileList files={items} begin={begin} />}
    </Panel>
  );
}
