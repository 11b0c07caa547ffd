/** Lists the authenticators, with a button that adds one. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../data/api/call.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { beginEnrolment, takeOff } from "../../../session/auth/second-factor.ts";
import { When } from "../../../ui/time/When.tsx";
import { withZone } from "../../../ui/time/time-text.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { toastError } from "../../../ui/toasts/toast-error.ts";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { freeName, nameOf, type AuthenticatorRow } from "./authenticator-name.ts";
import { EnrolmentForm } from "./EnrolmentForm.tsx";
import { RemoveDialog } from "./RemoveDialog.tsx";
import { enrolTexts, twoFactorTexts as texts } from "./strings.ts";

type State = ApiAnswer<"getSecondFactor">;

export function AuthenticatorsPanel(props: {
  state: State;
  onCodes: (codes: readonly string[]) => void;
}) {
  const { authenticators, recoveryCodesLeft } = props.state;
  const isOn = authenticators.length > 0;
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState<AuthenticatorRow>();
  const begin = useMutation({
    mutationFn: () => beginEnrolment(freeName(authenticators)),
    onError: toastError,
  });
  const enrolment = begin.data;
  const finish = async () => {
    begin.reset();
    const title = isOn ? enrolTexts.addedTitle : enrolTexts.onTitle;
    toast({ title, description: isOn ? enrolTexts.addedText : enrolTexts.onText });
    try {
      if (recoveryCodesLeft === 0) props.onCodes((await api("makeRecoveryCodes")).codes);
    } catch (error) {
      toastError(error);
    }
    await queryClient.invalidateQueries();
  };
  const cancel = () => {
    begin.reset();
    // Ignore a failure, because the next enrolment removes the unfinished one.
    if (enrolment) takeOff(enrolment.id).catch(() => undefined);
  };
  const start = (
    <Button
      variant={isOn ? "default" : "primary"}
      isBusy={begin.isPending}
      busyLabel={texts.starting}
      onClick={() => begin.mutate()}
    >
      {isOn ? texts.addAnother : texts.setUp}
    </Button>
  );
  return (
    <Panel
      title={texts.panel}
      tags={isOn ? <Tag kind="up">{texts.on}</Tag> : <Tag>{texts.off}</Tag>}
      isFlush={isOn && enrolment === undefined}
      foot={isOn && enrolment === undefined ? start : undefined}
    >
      {enrolment === undefined ? null : (
        <EnrolmentForm enrolment={enrolment} onDone={() => void finish()} onCancel={cancel} />
      )}
      {enrolment === undefined && !isOn ? (
        <div className="grid justify-items-start gap-4">
          <p className="text-sm text-fg-2">{texts.offText}</p>
          {start}
        </div>
      ) : null}
      {enrolment === undefined && isOn ? (
        <List authenticators={authenticators} onRemove={setRemoving} />
      ) : null}
      {removing === undefined ? null : (
        <RemoveDialog
          authenticator={removing}
          isLast={authenticators.length === 1}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Panel>
  );
}

function List(props: {
  authenticators: readonly AuthenticatorRow[];
  onRemove: (authenticator: AuthenticatorRow) => void;
}) {
  const { authenticators } = props;
  const { columns } = texts;
  return (
    <Table
      shape="stack"
      caption={texts.panel}
      columns={[columns.name, withZone(columns.added), withZone(columns.lastCode), ""]}
    >
      {authenticators.map((row) => (
        <tr key={row.id}>
          <Cell className="lead">{nameOf(row)}</Cell>
          <Cell label={columns.added}>
            <When at={row.addedAt} className="mono" />
          </Cell>
          <Cell label={columns.lastCode}>
            {row.lastCodeAt === null ? texts.noCode : <When at={row.lastCodeAt} className="mono" />}
          </Cell>
          <Cell className="actions">
            <Button
              size="small"
              aria-label={authenticators.length === 1 ? undefined : texts.removeLabel(nameOf(row))}
              onClick={() => props.onRemove(row)}
            >
              {authenticators.length === 1 ? texts.turnOff : texts.remove}
            </Button>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
