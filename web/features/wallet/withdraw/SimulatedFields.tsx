/**
 * Fields of a simulated method, prefilled with the published test account and marked as such. No
 * other values are accepted, so a button restores the details.
 */
import {
  testAccounts,
  testAccountSources,
  wrongTestField,
  type PayoutField,
  type SimulatedMethod,
} from "../../../../api/payout-accounts.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { withdrawTexts as texts } from "./strings.ts";
import type { Withdrawal } from "./use-withdrawal.ts";

export function SimulatedFields(props: { method: SimulatedMethod; withdrawal: Withdrawal }) {
  const { method, withdrawal } = props;
  const fields = Object.keys(testAccounts[method]) as PayoutField[];
  const isChanged = wrongTestField(method, withdrawal.form) !== undefined;
  return (
    <div className="grid gap-4">
      <div className="grid gap-2 rounded-md border border-dashed border-line-control px-4 py-3">
        <div className="flex flex-wrap items-center gap-2">
          <Tag kind="sample">{texts.simulator}</Tag>
          <span className="text-xs text-fg-2">
            {testAccountSources[method]} {texts.testAccount}
          </span>
        </div>
        <p className="text-xs text-fg-2">
          {texts.simulatorNote(method)} {texts.simulatedPace}
        </p>
      </div>
      {fields.map((field) => (
        <OneField key={field} field={field} withdrawal={withdrawal} />
      ))}
      {isChanged ? (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => withdrawal.restoreTestValues(method)}
        >
          {texts.restore}
        </Button>
      ) : null}
    </div>
  );
}

function OneField({ field, withdrawal }: { field: PayoutField; withdrawal: Withdrawal }) {
  const { form, refusal, isFixed } = withdrawal;
  const isEmail = field === "paypalEmail";
  return (
    <Field
      label={texts.fields[field]}
      name={field}
      type={isEmail ? "email" : "text"}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={isEmail ? 255 : 64}
      readOnly={isFixed}
      value={form[field]}
      onChange={(event) => withdrawal.change(field, event.currentTarget.value)}
      error={refusal?.field === field ? refusal.text : undefined}
    />
  );
}
