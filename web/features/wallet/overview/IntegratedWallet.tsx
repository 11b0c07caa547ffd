/**
 * Shows the wallet that this installation keeps for the user: three balances, each in three units,
 * with links to deposit and withdraw.
 */
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { useReferenceRate, useUnit } from "../../../ui/preferences/unit.ts";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { otherUnits } from "../../../ui/amounts/amount-format.ts";
import { buttonClass } from "../../../ui/controls/Button.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Plate, Plates } from "../../../ui/layout/Plates.tsx";
import { walletTexts as texts } from "./strings.ts";
import { withdrawTexts } from "../withdraw/strings.ts";
import { BackupPhrase } from "./BackupPhrase.tsx";

type Wallet = ApiAnswer<"getWallet">;

export function IntegratedWallet(props: { query: UseQueryResult<Wallet> }) {
  return (
    <Panel title={texts.integrated} end={<BackupPhrase />} isFlush foot={<WalletLinks />}>
      <Loaded query={props.query} lines={3} isFlush>
        {(wallet) => (
          <>
            <Plates label={texts.balances} className="rounded-none! border-0 md:grid-cols-3">
              <Balance label={texts.available} sats={wallet.availableSats} />
              <Balance label={texts.pending} sats={wallet.pendingSats} />
              <Balance label={texts.reserved} sats={wallet.heldSats} />
            </Plates>
            {wallet.owedSats > 0 ? (
              <div className="px-5 py-4 max-md:px-4">
                <Note kind="bad">
                  <strong>
                    <Amount sats={wallet.owedSats} /> is owed.
                  </strong>{" "}
                  {withdrawTexts.owed}
                </Note>
              </div>
            ) : null}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Balance(props: { label: string; sats: number }) {
  const unit = useUnit();
  const centsPerBtc = useReferenceRate();
  return (
    <Plate label={props.label} foot={otherUnits(BigInt(props.sats), unit, centsPerBtc)}>
      <span className="figure">
        <Amount sats={props.sats} />
      </span>
    </Plate>
  );
}

function WalletLinks() {
  return (
    <nav aria-label={texts.doors} className="flex flex-wrap gap-2.5">
      <Link {...paths.deposit} className={buttonClass({ variant: "primary" })}>
        {texts.deposit}
      </Link>
      <Link {...paths.withdraw} className={buttonClass()}>
        {texts.withdraw}
      </Link>
      <Link {...paths.history} className={buttonClass()}>
        {texts.history}
      </Link>
    </nav>
  );
}
