/**
 * The place for wallets of the user's own. None can connect yet, and this says so instead of
 * offering a dead button.
 */
import { Panel } from "../../ui/Panel.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { walletTexts as texts } from "./strings.ts";

export function ConnectedWallets() {
  return (
    <Panel title={texts.connected} tags={<Tag kind="sample">{texts.noneConnected}</Tag>}>
      <p className="max-w-[72ch] text-sm text-fg-2">{texts.connectedLead}</p>
      <ul className="mt-4 grid gap-x-8 gap-y-4 md:grid-cols-3">
        {texts.providers.map(({ name, description }) => (
          <li key={name} className="border-t border-dashed border-line-control pt-3 text-sm">
            <strong className="font-semibold">{name}</strong>
            <p className="mt-1 text-fg-2">{description}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4 max-w-[72ch] text-sm text-fg-2">{texts.never}</p>
    </Panel>
  );
}
