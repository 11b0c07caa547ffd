/** Lists the user's passkeys with name and last use. Each passkey can be renamed and removed. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../data/api/call.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { PasskeyElsewhere } from "../../../session/auth/PasskeyElsewhere.tsx";
import { addPasskey } from "../../../session/auth/passkeys.ts";
import { usePasskeyPlace } from "../../../session/auth/use-passkey-place.ts";
import { When } from "../../../ui/time/When.tsx";
import { withZone } from "../../../ui/time/time-text.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { toastError } from "../../../ui/toasts/toast-error.ts";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { RemovePasskeyDialog } from "./RemovePasskeyDialog.tsx";
import { RenamePasskeyDialog } from "./RenamePasskeyDialog.tsx";
import { passkeyTexts as texts } from "./strings.ts";

type State = ApiAnswer<"getSecondFactor">;
type PasskeyRow = State["passkeys"][number];

export function PasskeysPanel(props: {
  state: State;
  onCodes: (codes: readonly string[]) => void;
}) {
  const { passkeys } = props.state;
  const [renaming, setRenaming] = useState<PasskeyRow>();
  const [removing, setRemoving] = useState<PasskeyRow>();
  const add = <AddPasskey {...props} />;
  const hasSome = passkeys.length > 0;
  return (
    <Panel
      title={texts.panel}
      tags={hasSome ? <Tag kind="up">{texts.on}</Tag> : <Tag>{texts.off}</Tag>}
      isFlush={hasSome}
      foot={hasSome ? add : undefined}
    >
      {hasSome ? (
        <List passkeys={passkeys} onRename={setRenaming} onRemove={setRemoving} />
      ) : (
        <div className="grid justify-items-start gap-4">
          <p className="text-sm text-fg-2">{texts.offText}</p>
          {add}
        </div>
      )}
      {renaming === undefined ? null : (
        <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(undefined)} />
      )}
      {removing === undefined ? null : (
        <RemovePasskeyDialog
          passkey={removing}
          isLast={passkeys.length + props.state.authenticators.length === 1}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Panel>
  );
}

/**
 * Adds a passkey. If the account had no second factor before, recovery codes are created as well.
 */
function AddPasskey(props: { state: State; onCodes: (codes: readonly string[]) => void }) {
  const { isOn, passkeys, recoveryCodesLeft } = props.state;
  const place = usePasskeyPlace();
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: addPasskey,
    onError: toastError,
    async onSuccess() {
      toast({ title: texts.addedTitle, description: isOn ? texts.addedText : texts.firstText });
      try {
        if (recoveryCodesLeft === 0) props.onCodes((await api("makeRecoveryCodes")).codes);
      } catch (error) {
        toastError(error);
      }
      await queryClient.invalidateQueries();
    },
  });
  if (place.kind === "elsewhere") return <PasskeyElsewhere at={place.at} />;
  if (place.kind === "nowhere") return <p className="text-sm text-fg-2">{texts.nowhere}</p>;
  if (place.kind === "unsupported") return <p className="text-sm text-fg-2">{texts.unsupported}</p>;
  return (
    <Button
      variant={isOn ? "default" : "primary"}
      isBusy={add.isPending}
      busyLabel={texts.adding}
      onClick={() => add.mutate()}
    >
      {passkeys.length > 0 ? texts.addAnother : texts.add}
    </Button>
  );
}

function List(props: {
  passkeys: readonly PasskeyRow[];
  onRename: (passkey: PasskeyRow) => void;
  onRemove: (passkey: PasskeyRow) => void;
}) {
  const { columns } = texts;
  return (
    <Table
      shape="stack"
      caption={texts.panel}
      columns={[columns.name, withZone(columns.added), withZone(columns.lastUse), ""]}
    >
      {props.passkeys.map((row) => (
        <tr key={row.id}>
          <Cell className="lead">
            {row.name}
            {row.isSynced ? <span className="ml-2 text-xs text-fg-2">{texts.synced}</span> : null}
          </Cell>
          <Cell label={columns.added}>
            <When at={row.addedAt} className="mono" />
          </Cell>
          <Cell label={columns.lastUse}>
            {row.lastUsedAt === null ? texts.unused : <When at={row.lastUsedAt} className="mono" />}
          </Cell>
          <Cell className="actions">
            <div className="flex flex-wrap justify-end gap-2">
              <Button
                size="small"
                aria-label={texts.renameLabel(row.name)}
                onClick={() => props.onRename(row)}
              >
                {texts.rename}
              </Button>
              <Button
                size="small"
                aria-label={texts.removeLabel(row.name)}
                onClick={() => props.onRemove(row)}
              >
                {texts.remove}
              </Button>
            </div>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
