/** Chooses the capital, leverage and spreads of the replays that are started on this page. */
import { Field } from "../../../ui/forms/Field.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Choice } from "./Choice.tsx";
import { capitalCents, LEVERAGES, SPREAD_FACTORS, type AccountDraft } from "./replay-account.ts";
import { replayTexts } from "./strings.ts";

const { account: texts } = replayTexts;

export function AccountForm(props: {
  account: AccountDraft;
  onChange: (account: AccountDraft) => void;
}) {
  const { account, onChange } = props;
  const { capital, leverage, spreadFactor } = account;
  return (
    <Panel title={texts.title}>
      <div className="flex flex-wrap items-start gap-4">
        <div className="w-60 max-md:w-full">
          <Field
            label={texts.capital}
            inputMode="decimal"
            autoComplete="off"
            maxLength={16}
            suffix="USD"
            value={capital}
            error={capitalCents(capital) === undefined ? texts.wrongCapital() : undefined}
            onChange={(event) => onChange({ ...account, capital: event.currentTarget.value })}
          />
        </div>
        <Choice
          label={texts.leverage}
          value={leverage}
          onChange={(value) => onChange({ ...account, leverage: value })}
          options={LEVERAGES.map((value) => ({ value, label: texts.leverageName(value) }))}
        />
        <Choice
          label={texts.spread}
          value={spreadFactor}
          onChange={(value) => onChange({ ...account, spreadFactor: value })}
          options={SPREAD_FACTORS.map((value) => ({ value, label: texts.spreadName(value) }))}
        />
        <p className="max-w-[88ch] basis-full text-xs text-fg-2">{texts.text}</p>
      </div>
    </Panel>
  );
}
