/** Shows the coins in the hot wallet and the cold wallet, and the transfers between them. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { ColdProof } from "./ColdProof.tsx";
import type { Cold } from "./cold-wallet.ts";
import { DescriptorDialog } from "./DescriptorDialog.tsx";
import { DescriptorsTable } from "./DescriptorsTable.tsx";
import { MovesTable } from "./MovesTable.tsx";
import { ReturnsTable } from "./ReturnsTable.tsx";
import {
  coldProofTexts,
  coldTexts as texts,
  descriptorTexts,
  moveTexts,
  returnTexts,
} from "./strings.ts";

const REFRESH_MS = 15_000;

export function ColdPanel() {
  const cold = useQuery({ ...apiQuery("getCold"), refetchInterval: REFRESH_MS });
  return (
    <Panel
      title={texts.title}
      foot={texts.foot}
      isFlush
      end={
        <Link {...paths.adminSettings} className="reach text-sm font-[550]">
          {texts.settings}
        </Link>
      }
    >
      <Loaded query={cold} lines={6} still={texts.still}>
        {(loaded) => <Parts cold={loaded} />}
      </Loaded>
    </Panel>
  );
}

function Parts({ cold }: { cold: Cold }) {
  const [isProposing, setIsProposing] = useState(false);
  return (
    <>
      <div className="px-5 py-2 max-md:px-4">
        <Figures cold={cold} />
        <p className="py-2 text-sm text-fg-2">
          {cold.state === "too_dear"
            ? texts.states.too_dear(wholeText(cold.rateMaxSatsPerVb))
            : texts.states[cold.state]}
        </p>
        <div className="py-2">
          <Button size="small" onClick={() => setIsProposing(true)}>
            {descriptorTexts.add}
          </Button>
        </div>
      </div>
      {cold.descriptors.length === 0 ? null : (
        <Part title={descriptorTexts.title}>
          <DescriptorsTable descriptors={cold.descriptors} />
        </Part>
      )}
      {cold.returns.length === 0 ? null : (
        <Part title={returnTexts.title}>
          <ReturnsTable returns={cold.returns} />
        </Part>
      )}
      {cold.descriptors.length === 0 ? null : (
        <Part title={coldProofTexts.title}>
          <ColdProof />
        </Part>
      )}
      {cold.moves.length === 0 ? null : (
        <Part title={moveTexts.title}>
          <MovesTable moves={cold.moves} />
        </Part>
      )}
      {isProposing ? <DescriptorDialog onClose={() => setIsProposing(false)} /> : null}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-t border-line">
      <h3 className="px-5 pt-4 pb-1 text-sm font-semibold max-md:px-4">{title}</h3>
      {children}
    </div>
  );
}

function Figures({ cold }: { cold: Cold }) {
  return (
    <KeyValues>
      <KeyValue label={texts.hot}>
        <Amount sats={cold.hotSats} />
      </KeyValue>
      <KeyValue label={texts.cold}>
        <Amount sats={cold.coldSats} />
      </KeyValue>
      <KeyValue label={texts.ceiling}>
        <Amount sats={cold.ceilingSats} />
      </KeyValue>
      <KeyValue label={texts.keep}>
        <Amount sats={cold.keepSats} />
      </KeyValue>
    </KeyValues>
  );
}
