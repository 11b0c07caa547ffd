/**
 * The user's verified addresses, and the ways to verify one: the wallet signs a message, nothing
 * else ever leaves it.
 */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { apiQuery } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { AddressLock } from "./AddressLock.tsx";
import { connectTexts as texts } from "./strings.ts";
import { VerifiedAddresses } from "./VerifiedAddresses.tsx";

/** Loaded on the press. */
const ByHandForm = lazy(async () => ({ default: (await import("./ByHandForm.tsx")).ByHandForm }));

export function ConnectedWallets(props: {
  /** Named, with what keeps them from being pressed. */
  providers: readonly { readonly name: string; readonly description: string }[];
}) {
  const connections = useQuery(apiQuery("listConnections"));
  const [isByHand, setIsByHand] = useState(false);
  const count = connections.data?.items.length ?? 0;
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
        <li className="grid content-start gap-1 border-t border-line-control pt-3 text-sm">
          <strong className="font-semibold">{texts.byHand.name}</strong>
          <p className="text-fg-2">{texts.byHand.description}</p>
          {isByHand ? null : (
            <Button className="mt-2 justify-self-start" onClick={() => setIsByHand(true)}>
              {texts.byHand.open}
            </Button>
          )}
        </li>
        {props.providers.map(({ name, description }) => (
          <li key={name} className="border-t border-dashed border-line-control pt-3 text-sm">
            <strong className="font-semibold">{name}</strong>
            <p className="mt-1 text-fg-2">{description}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4 max-w-[72ch] text-sm text-fg-2">{texts.notByPress}</p>
      {isByHand ? (
        <Suspense>
          <ByHandForm onClose={() => setIsByHand(false)} />
        </Suspense>
      ) : null}
      <p className="mt-4 max-w-[72ch] text-sm text-fg-2">{texts.never}</p>
    </Panel>
  );
}
