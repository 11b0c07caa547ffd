/** Shows the reference values and all terms in force, each with its start and source. */
import { REFERENCE_FIELDS, termFields, type ReferenceField } from "#economics";
import { btcShort } from "../../ui/amounts/amount-format.ts";
import { numberText } from "../../ui/amounts/number-format.ts";
import { termText } from "../../ui/amounts/term-text.ts";
import { Fold, Folds } from "../../ui/layout/Fold.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { dateText, fullText } from "../../ui/time/time-text.ts";
import type { Transparency } from "./transparency.ts";
import { referenceTexts as texts } from "./strings.ts";

type Reference = Transparency["reference"];
type Terms = Transparency["terms"][number];

export function ReferenceFolds({ reference, terms }: Pick<Transparency, "reference" | "terms">) {
  return (
    <Folds>
      <Fold title={texts.title} isOpen fact={texts.fact(dateText(new Date(reference.validFrom)))}>
        <ReferenceValues reference={reference} />
      </Fold>
      <Fold title={texts.terms} fact={texts.termsFact(terms.length)} isFlush>
        <TermsTable terms={terms} />
      </Fold>
    </Folds>
  );
}

function ReferenceValues({ reference }: { reference: Reference }) {
  const values: Readonly<Record<ReferenceField, string>> = {
    usdPerBtc: numberText(reference.rateUsdPerBtc),
    difficulty: numberText(reference.difficulty),
    subsidyBtc: btcShort(reference.subsidySats),
    feesBtc: btcShort(reference.feesSats),
    poolFeePercent: numberText(reference.poolFeePercent),
    usdPerKwh: numberText(reference.usdPerKwh),
    boostUsdPerThsDay: numberText(reference.boostUsdPerThsDay),
  };
  return (
    <KeyValues>
      {Object.entries(REFERENCE_FIELDS).map(([name, { label, unit }]) => {
        const value = values[name as ReferenceField];
        return (
          <KeyValue key={name} label={label}>
            {unit === "" ? value : texts.value(value, unit)}
          </KeyValue>
        );
      })}
      <KeyValue label={texts.since}>{fullText(new Date(reference.validFrom))}</KeyValue>
      <KeyValue label={texts.source}>
        <span className="wrap-anywhere">{reference.source}</span>
      </KeyValue>
    </KeyValues>
  );
}

function TermsTable({ terms }: { terms: readonly Terms[] }) {
  return (
    <Table
      shape="stack"
      caption={texts.terms}
      columns={[texts.name, texts.values, texts.since, texts.source]}
    >
      {terms.map((one) => (
        <tr key={`${one.kind}:${one.subject}`}>
          <Cell className="lead">{one.name}</Cell>
          <Cell label={texts.values}>
            <ul className="min-w-0 py-1.5">
              {fieldsOf(one).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Cell>
          <Cell label={texts.since}>{fullText(new Date(one.validFrom))}</Cell>
          <Cell label={texts.source}>
            <span className="block max-w-96 min-w-0 py-1.5 wrap-anywhere whitespace-normal">
              {one.source}
            </span>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** Returns a text for each field, such as `Price: 99 USD`. Fields without a value are omitted. */
function fieldsOf({ kind, values }: Terms): string[] {
  return termFields(kind).flatMap(([name, field]) => {
    const value = values[name];
    return value === undefined ? [] : [texts.field(field.label, termText(field, value))];
  });
}
