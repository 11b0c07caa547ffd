/** Shows a user's profile and balances. */
import type { ReactNode } from "react";
import { dateText, fullText } from "../../ui/time/time-text.ts";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Figure, Plate, Plates } from "../../ui/layout/Plates.tsx";
import { roleText } from "../people/person.ts";
import { AuthorityLines } from "./AuthorityLines.tsx";
import type { Profile } from "./profile.ts";
import { SecondFactorLine } from "./SecondFactorLine.tsx";
import { personTexts as texts } from "./strings.ts";

export function Balances({ person: { balances, pendingSats } }: { person: Profile }) {
  const plates: readonly (readonly [string, ReactNode])[] = [
    [texts.available, <Amount key="available" sats={balances.availableSats} />],
    [texts.held, <Amount key="held" sats={balances.heldSats} />],
    [texts.pending, <Amount key="pending" sats={pendingSats} />],
    [texts.usd, <Usd key="usd" cents={balances.availableCents} />],
  ];
  return (
    <Plates label={texts.balances} className="sm:grid-cols-2 xl:grid-cols-4">
      {plates.map(([label, amount]) => (
        <Plate key={label} label={label}>
          <Figure size="normal">{amount}</Figure>
        </Plate>
      ))}
    </Plates>
  );
}

export function ProfilePanel({ person }: { person: Profile }) {
  const { fields } = texts;
  const wrapText = (text: string) => (
    <span className="break-all whitespace-normal">{text === "" ? texts.none : text}</span>
  );
  return (
    <Panel title={texts.profile}>
      <div className="grid items-start gap-x-10 lg:grid-cols-2">
        <KeyValues>
          <KeyValue label={fields.email}>{wrapText(person.email)}</KeyValue>
          <KeyValue label={fields.confirmed}>{dateOr(person.emailConfirmedAt, texts.no)}</KeyValue>
          <KeyValue label={fields.role}>{roleText(person)}</KeyValue>
          <KeyValue label={fields.state}>
            <span className="break-words whitespace-normal">{stateText(person)}</span>
          </KeyValue>
          <SecondFactorLine person={person} />
          <AuthorityLines person={person} />
        </KeyValues>
        <KeyValues>
          <KeyValue label={fields.miningName}>{wrapText(person.miningName ?? "")}</KeyValue>
          <KeyValue label={fields.phone}>{wrapText(person.phone ?? "")}</KeyValue>
          <KeyValue label={fields.created}>{dateOr(person.createdAt, texts.none)}</KeyValue>
          <KeyValue label={fields.lastSignIn}>{dateOr(person.lastSignInAt, texts.never)}</KeyValue>
          <KeyValue label={fields.id}>
            <span translate="no" className="mono text-xs break-all whitespace-normal">
              {person.id}
            </span>
          </KeyValue>
        </KeyValues>
      </div>
    </Panel>
  );
}

function stateText({ deletedAt, isDisabled, disabledReason }: Profile): string {
  if (deletedAt !== null) return texts.deleted;
  if (!isDisabled) return texts.active;
  return disabledReason === null ? texts.disabled : `${texts.disabled}: ${disabledReason}`;
}

function dateOr(at: string | null, otherwise: string): ReactNode {
  if (at === null) return otherwise;
  return (
    <time dateTime={at} title={fullText(new Date(at))}>
      {dateText(new Date(at))}
    </time>
  );
}
