/**
 * Lists the user's verified addresses and the ways to verify one. A wallet only signs a message, so
 * its keys never leave the wallet.
 */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { apiQuery } from "../../../data/api/query.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { AddressLock } from "./AddressLock.tsx";
import { connectTexts as texts } from "./strings.ts";
import { VerifiedAddresses } from "./VerifiedAddresses.tsx";

/** Loaded when the user opens the panel. */
const WalletConnectPanel = lazy(async () => ({
  default: (await import("./WalletConnectPanel.tsx")).WalletConnectPanel,
}));
const ways = {
  hand: lazy(async () => ({ default: (await import("./ByHandForm.tsx")).ByHandForm })),
  ledger: lazy(async () => ({ default: (await import("./LedgerPanel.tsx")).LedgerPanel })),
  browser: lazy(async () => ({
    default: (await import("./BrowserWalletPanel.tsx")).BrowserWalletPanel,
  })),
};

type Way = keyof typeof ways | "walletconnect";

interface Provider {
  readonly name: string;
  readonly description: string;
  readonly way: Exclude<Way, "hand">;
}

export function ConnectedWallets(props: { providers: readonly Provider[] }) {
  const connections = useQuery(apiQuery("listConnections"));
  const [way, setWay] = useState<Way>();
  const count = connections.data?.items.length ?? 0;
  const config = useQuery({ ...apiQuery("getConfig"), staleTime: Infinity }).data;
  // Close only this panel, because a panel that was already replaced must not close its
  // replacement.
  const close = () => setWay((now) => (now === way ? undefined : now));
  return (
    <Panel
      title={texts.title}
      tags={
        <Tag kind={count === 0 ? "sample" : "fact"}>
          {count === 0 ? texts.none : texts.count(count)}
        </Tag>
      }
    >
      <p className="max-w-[72ch] text-sm text-fg-2">{texts.lead}</p>
      <Loaded query={connections} lines={2}>
        {({ items }) => (items.length === 0 ? null : <VerifiedAddresses items={items} />)}
      </Loaded>
      <AddressLock count={count} />
      <ul className="mt-4 grid gap-x-8 gap-y-4 md:grid-cols-2 xl:grid-cols-4">
        <WayToConnect name={texts.byHand.name} description={texts.byHand.description}>
          <Button className="mt-2 justify-self-start" onClick={() => setWay("hand")}>
            {texts.byHand.open}
          </Button>
        </WayToConnect>
        {props.providers.map(({ name, description, way: own }) => (
          <WayToConnect key={name} name={name} description={description}>
            {own === "walletconnect" && config?.walletConnect === null ? (
              <p className="text-fg-2">{texts.walletconnect.notConfigured}</p>
            ) : (
              <Button
                className="mt-2 justify-self-start"
                aria-label={texts[own].openLabel}
                onClick={() => setWay(own)}
              >
                {texts.browser.open}
              </Button>
            )}
          </WayToConnect>
        ))}
      </ul>
      <Suspense>{chosenPanel(way, config, close)}</Suspense>
      <p className="mt-4 max-w-[72ch] text-sm text-fg-2">{texts.never}</p>
    </Panel>
  );
}

function chosenPanel(
  way: Way | undefined,
  config: ApiAnswer<"getConfig"> | undefined,
  onClose: () => void,
): ReactNode {
  if (way === undefined) return null;
  if (way === "walletconnect") {
    if (!config?.walletConnect) return null;
    const { walletConnect: relay, network } = config;
    return <WalletConnectPanel relay={relay} network={network} onClose={onClose} />;
  }
  const Way = ways[way];
  return <Way onClose={onClose} />;
}

function WayToConnect(props: { name: string; description: string; children: ReactNode }) {
  return (
    <li className="grid content-start gap-1 border-t border-dashed border-line-control pt-3 text-sm">
      <strong className="font-semibold">{props.name}</strong>
      <p className="text-fg-2">{props.description}</p>
      {props.children}
    </li>
  );
}
