/**
 * Shows one worker: its rates over time, rejected shares by reason, offline alert and share export.
 */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../data/api/call.ts";
import { wholeCsv } from "../../data/api/whole-csv.ts";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { ExportButton } from "../../ui/copy/ExportButton.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { saveCsv } from "../../ui/copy/save-csv.ts";
import { Segments } from "../../ui/controls/Segments.tsx";
import { Toggle } from "../../ui/controls/Toggle.tsx";
import { useChange } from "../../ui/changes/use-change.ts";
import { RateCourse } from "./RateCourse.tsx";
import { RejectsPanel } from "./RejectsPanel.tsx";
import { workerTexts as texts } from "./strings.ts";
import { StateTag, WorkerRates, type Worker } from "./WorkersPanel.tsx";

type Range = keyof typeof texts.ranges;

const REFETCH_MS = 10_000;
const RANGES = Object.entries(texts.ranges).map(([value, label]) => ({
  value: value as Range,
  label,
}));

export function WorkerPage() {
  const { workerId } = useParams({ from: "/account/signed-in/mining/workers/$workerId" });
  const [range, setRange] = useState<Range>("day");
  const answer = useQuery({
    ...apiQuery("getWorker", { params: { workerId }, query: { range } }),
    refetchInterval: REFETCH_MS,
    placeholderData: (last) => last,
  });
  return (
    <>
      <Link {...paths.mining} className="mb-2 inline-block text-sm">
        {texts.back}
      </Link>
      <Head answer={answer.data} />
      <Loaded query={answer} lines={10}>
        {(data) => (
          <div className="grid gap-4">
            <WorkerRates worker={data.worker} />
            <Panel
              title={texts.course}
              tags={<StateTag state={data.worker.state} />}
              end={
                <Segments label={texts.range} value={range} onChange={setRange} options={RANGES} />
              }
              foot={texts.courseNote(texts.steps[range])}
            >
              <RateCourse course={data.course} name={data.worker.name} />
            </Panel>
            <RejectsPanel rejects={data.lastRejects} />
            <WorkerSwitches worker={data.worker} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Head({ answer }: { answer: ApiAnswer<"getWorker"> | undefined }) {
  if (answer === undefined) return <PageHead title={texts.worker} />;
  const { worker, kept } = answer;
  return (
    <PageHead title={worker.name} end={<ExportButton save={() => save(worker)} />}>
      {texts.sharesKept(wholeText(kept.shareDays))}
    </PageHead>
  );
}

async function save({ id, name }: Worker): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const params = { workerId: id };
  const parts = await wholeCsv((query) => api("exportWorkerShares", { params, query }));
  saveCsv(`hashfloor-practice-shares-${name}-${date}.csv`, parts);
}

function WorkerSwitches({ worker }: { worker: Worker }) {
  const { id, name, isAlertOn } = worker;
  const [isAsked, setIsAsked] = useState(false);
  const navigate = useNavigate();
  const flip = useChange({
    send: () => api("changeWorker", { params: { workerId: id }, body: { isAlertOn: !isAlertOn } }),
    changed: ["getWorker", "listWorkers"],
    onDone: ({ isAlertOn: isOn }) =>
      isOn
        ? { title: texts.alertOn, description: texts.alertOnText(name) }
        : { title: texts.alertOff, description: texts.alertOffText(name) },
  });
  const forget = useChange({
    send: () => api("changeWorker", { params: { workerId: id }, body: { isForgotten: true } }),
    changed: ["listWorkers"],
    onDone() {
      void navigate(paths.mining);
      return { title: texts.forgotten, description: texts.forgottenText(name) };
    },
  });
  return (
    <Panel>
      <Toggle label={texts.alert} isOn={isAlertOn} onFlip={() => flip.mutate()}>
        {texts.alertText}
      </Toggle>
      <div className="mt-4">
        <Button size="small" onClick={() => setIsAsked(true)}>
          {texts.forget}
        </Button>
      </div>
      <Dialog
        title={texts.forgetTitle(name)}
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        cancel={texts.keep}
        actions={
          <Button isBusy={forget.isPending} onClick={() => forget.mutate()}>
            {texts.forget}
          </Button>
        }
      >
        <p>{texts.forgetText}</p>
      </Dialog>
    </Panel>
  );
}
