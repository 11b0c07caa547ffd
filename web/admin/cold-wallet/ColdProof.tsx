/** Shows the message that the key holders sign once a month, and the addresses that sign it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { CopyLine } from "../../ui/copy/CopyLine.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { When } from "../../ui/time/When.tsx";
import { AddSignaturesDialog } from "./AddSignaturesDialog.tsx";
import type { ColdProofRequest } from "./cold-wallet.ts";
import { coldProofTexts as texts } from "./strings.ts";

const REFRESH_MS = 60_000;

export function ColdProof() {
  const proof = useQuery({ ...apiQuery("getColdProof"), refetchInterval: REFRESH_MS });
  return (
    <Loaded query={proof} lines={3}>
      {({ request }) => <Request request={request} />}
    </Loaded>
  );
}

function Request({ request }: { request: ColdProofRequest | null }) {
  const [isAdding, setIsAdding] = useState(false);
  if (request === null) return <Line>{texts.none}</Line>;
  const { height, message, scripts } = request;
  if (scripts.length === 0) return <Line>{texts.noCoins}</Line>;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-2 text-sm text-fg-2 max-md:px-4">
        <p>{texts.text}</p>
        <p className="text-xs font-medium">{texts.message(wholeText(height))}</p>
        <CopyLine text={message} label={texts.copy} />
        <div>
          <Button size="small" onClick={() => setIsAdding(true)}>
            {texts.add}
          </Button>
        </div>
      </div>
      <Scripts scripts={scripts} />
      {isAdding ? (
        <AddSignaturesDialog message={message} onClose={() => setIsAdding(false)} />
      ) : null}
    </>
  );
}

function Line({ children }: { children: string }) {
  return <p className="px-5 pb-4 text-sm text-fg-2 max-md:px-4">{children}</p>;
}

function Scripts({ scripts }: Pick<ColdProofRequest, "scripts">) {
  return (
    <Table
      shape="stack"
      caption={texts.caption}
      columns={[texts.address, { label: texts.amount, isMoney: true }, texts.signed]}
    >
      {scripts.map(({ address, sats, signedAt, isDue }) => (
        <tr key={address}>
          <Cell className="lead">
            <span className="mono min-w-0 wrap-anywhere whitespace-normal" translate="no">
              {address}
            </span>
          </Cell>
          <Cell label={texts.amount} isMoney>
            <Amount sats={sats} hasUnit={false} />
          </Cell>
          <Cell label={texts.signed}>
            {signedAt === null ? texts.never : <When at={signedAt} isAgo />}{" "}
            {isDue ? <Tag kind="sample">{texts.due}</Tag> : null}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
