/** Shows the newest proof of liabilities. Signed-in users can verify their own balance in it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
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
import { toastError } from "../../ui/toasts/toast-error.ts";
import { proofTexts as texts } from "./strings.ts";

type Proof = ApiAnswer<"listProofs">["items"][number];
type OwnLeaves = ApiAnswer<"getOwnLeaves">;

const REFETCH_MS = 60_000;

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
  return (
    <KeyValues>
      <KeyValue label={texts.sum}>
        <Amount sats={proof.sumSats} unit="BTC" />
      </KeyValue>
      <KeyValue label={texts.takenAt}>{fullText(new Date(proof.takenAt))}</KeyValue>
      <KeyValue label={texts.block}>{wholeText(proof.height)}</KeyValue>
      <KeyValue label={texts.leaves}>{wholeText(proof.leaves)}</KeyValue>
      <KeyValue label={texts.root}>
        <TxId value={proof.root} label={texts.root} />
      </KeyValue>
    </KeyValues>
  );
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
