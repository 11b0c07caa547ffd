/** Shows the newest proof of liabilities. Signed-in users can verify their own balance in it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dayAt, isMarketOpen, lastTradingDay, newYorkClose } from "#market";
import { LEAVES_FORMAT, LEAVES_VERSION } from "#receipts";
import { ApiError } from "../../data/api/api-error.ts";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { openFileChecker } from "../receipts/file-checker.ts";
import { saveText } from "../../ui/copy/save-text.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { TxId } from "../../ui/figures/TxId.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { fullText } from "../../ui/time/time-text.ts";
import { useNow } from "../../ui/time/use-now.ts";
import { When } from "../../ui/time/When.tsx";
import { toastError } from "../../ui/toasts/toast-error.ts";
import { proofTexts as texts } from "./strings.ts";

type Proof = ApiAnswer<"listProofs">["items"][number];
type OwnLeaves = ApiAnswer<"getOwnLeaves">;

const REFETCH_MS = 60_000;
/** A proof is taken every day. */
const OLD_MS = 26 * 3_600_000;
const OLD_POLL_MS = 60_000;

/** `userId` is null for a visitor. */
export function ProofPanel({ userId }: { userId: string | null }) {
  const query = useQuery({
    ...apiQuery("listProofs", { query: { limit: 1 } }),
    refetchInterval: REFETCH_MS,
  });
  return (
    <Panel title={texts.title} foot={texts.foot}>
      <Loaded query={query} lines={4}>
        {({ items: [proof] }) =>
          proof ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <Facts proof={proof} />
              {userId === null ? (
                <p className="text-sm text-fg-2">{texts.signIn}</p>
              ) : (
                <OwnCheck key={`${userId} ${proof.id}`} proof={proof} />
              )}
            </div>
          ) : (
            <Empty title={texts.empty}>{texts.emptyText}</Empty>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Facts({ proof }: { proof: Proof }) {
  const takenAt = new Date(proof.takenAt);
  const pricedAt = lastPriceTime(takenAt);
  const isOld = useNow(OLD_POLL_MS).getTime() - takenAt.getTime() > OLD_MS;
  return (
    <>
      {isOld ? <Note kind="bad">{texts.old}</Note> : null}
      <KeyValues>
        <KeyValue label={texts.sum}>
          <Amount sats={proof.sumSats} unit="BTC" />
        </KeyValue>
        <KeyValue label={texts.takenAt}>
          {fullText(takenAt)}, <When at={proof.takenAt} isAgo />
        </KeyValue>
        <KeyValue label={texts.prices}>
          {pricedAt < takenAt ? texts.lastPrices(fullText(pricedAt)) : texts.currentPrices}
        </KeyValue>
        <KeyValue label={texts.block}>{wholeText(proof.height)}</KeyValue>
        <KeyValue label={texts.leaves}>{wholeText(proof.leaves)}</KeyValue>
        <KeyValue label={texts.root}>
          <TxId value={proof.root} label={texts.root} />
        </KeyValue>
      </KeyValues>
    </>
  );
}

/** Returns the time of the practice market's prices: the last close while it is closed. */
function lastPriceTime(at: Date): Date {
  const timeMs = at.getTime();
  return isMarketOpen(timeMs) ? at : new Date(newYorkClose(lastTradingDay(dayAt(timeMs))));
}

type Checked =
  | { readonly kind: "idle" | "busy" | "nothing" }
  | { readonly kind: "included" | "missing"; readonly own: OwnLeaves };

function OwnCheck({ proof }: { proof: Proof }) {
  const [checked, setChecked] = useState<Checked>({ kind: "idle" });
  const check = async () => {
    setChecked({ kind: "busy" });
    try {
      const own = await api("getOwnLeaves", { params: { proofId: proof.id } });
      setChecked({ kind: (await isIncluded(own, proof)) ? "included" : "missing", own });
    } catch (error) {
      const isNothing = error instanceof ApiError && error.code === "no_own_leaves";
      setChecked({ kind: isNothing ? "nothing" : "idle" });
      if (!isNothing) toastError(error);
    }
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => void check()}
          isBusy={checked.kind === "busy"}
          busyLabel={texts.checking}
        >
          {texts.check}
        </Button>
        {"own" in checked ? (
          <Button onClick={() => saveText(texts.file(proof.height), fileOf(checked.own))}>
            {texts.save}
          </Button>
        ) : null}
      </div>
      <output className="block text-sm">
        <Result checked={checked} />
      </output>
    </div>
  );
}

function Result({ checked }: { checked: Checked }) {
  if (checked.kind === "nothing") return <p className="text-fg-2">{texts.nothing}</p>;
  if (!("own" in checked)) return null;
  if (checked.kind === "missing") return <Note kind="bad">{texts.missing}</Note>;
  const { totalSats, leaves } = checked.own;
  return (
    <Note>
      <Amount sats={totalSats} unit="BTC" /> {texts.included(leaves.length)}
    </Note>
  );
}

/**
 * Verifies the leaves in a worker. `proof` is the published proof, which every visitor sees,
 * not the one in the answer for this user.
 */
async function isIncluded(own: OwnLeaves, proof: Proof): Promise<boolean> {
  const checker = openFileChecker();
  try {
    const result = await checker.check(fileOf(own), { roots: [proof] });
    return result.state === "checked" && result.checks.every(({ state }) => state === "ok");
  } finally {
    checker.close();
  }
}

function fileOf(own: OwnLeaves): string {
  const file = { format: LEAVES_FORMAT, version: LEAVES_VERSION, ...own };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}
