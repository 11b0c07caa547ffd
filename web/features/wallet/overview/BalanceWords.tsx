/** The three words of the balance, each in a sentence. */
import { Panel } from "../../../ui/layout/Panel.tsx";
import { walletTexts as texts } from "./strings.ts";

export function BalanceWords() {
  return (
    <Panel title={texts.wordsTitle}>
      <dl className="grid gap-3 text-sm">
        {texts.words.map(([word, meaning]) => (
          <div key={word}>
            <dt className="font-semibold">{word}</dt>
            <dd className="text-fg-2">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
