/**
 * Lists the user's sessions with place and sign-in method. Buttons end one session, all others, or
 * all including the current one.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { signOutEverywhere, signOutOthers } from "../../session/auth/auth-client.ts";
import { When } from "../../ui/time/When.tsx";
import { withZone } from "../../ui/time/time-text.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { deviceText } from "../../../api/device-text.ts";
import { EndDialog } from "./EndDialog.tsx";
import { methodText } from "./method-text.ts";
import { placeText } from "./place-text.ts";
import { historyTexts as texts, placeTexts } from "./strings.ts";

type Session = ApiAnswer<"listSessions">["items"][number];

const REFRESH_MS = 15_000;

export function OpenSessions() {
  const sessions = useQuery({ ...apiQuery("listSessions"), refetchInterval: REFRESH_MS });
  const items = sessions.data?.items ?? [];
  const [ending, setEnding] = useState<Session>();
  return (
    <Panel
      title={texts.sessions}
      isFlush
      foot={
        items.some(({ isCurrent }) => isCurrent) ? (
          <EndMany hasOthers={items.some(({ isCurrent }) => !isCurrent)} />
        ) : undefined
      }
    >
      <Loaded query={sessions} isFlush lines={3}>
        {({ items: open }) =>
          open.length === 0 ? (
            <p className="px-5 py-6 text-sm text-fg-2 max-md:px-4">{texts.managed}</p>
          ) : (
            <>
              <p className="border-b border-line px-5 py-3 max-md:px-4 text-sm text-fg-2">
                {texts.terms}
              </p>
              <Table
                shape="stack"
                caption={texts.sessions}
                columns={[
                  texts.columns.device,
                  texts.columns.method,
                  texts.columns.ip,
                  texts.columns.place,
                  withZone(texts.columns.since),
                  withZone(texts.columns.lastUsed),
                  withZone(texts.columns.ends),
                  "",
                ]}
              >
                {open.map((session) => (
                  <Row key={session.id} session={session} onEnd={() => setEnding(session)} />
                ))}
              </Table>
            </>
          )
        }
      </Loaded>
      {ending === undefined ? null : (
        <EndOne session={ending} onClose={() => setEnding(undefined)} />
      )}
    </Panel>
  );
}

function Row({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const device = deviceText(session.userAgent);
  return (
    <tr>
      <Cell className="lead">
        <span title={session.userAgent}>{device}</span>
      </Cell>
      <Cell label={texts.columns.method}>{session.methods.map(methodText).join(", ")}</Cell>
      <Cell label={texts.columns.ip}>
        <span translate="no" className="mono">
          {session.ip}
        </span>
      </Cell>
      <Cell label={texts.columns.place}>
        <span title={placeTexts.why}>{placeText(session.ip)}</span>
      </Cell>
      <Cell label={texts.columns.since}>
        <When at={session.createdAt} className="mono" />
      </Cell>
      <Cell label={texts.columns.lastUsed}>
        <When at={session.lastUsedAt} className="mono" />
      </Cell>
      <Cell label={texts.columns.ends}>
        <When at={session.endsAt} className="mono" />
      </Cell>
      <Cell className="actions">
        {session.isCurrent ? (
          <Tag kind="accent">{texts.thisOne}</Tag>
        ) : (
          <Button
            size="small"
            aria-label={texts.endLabel(device, session.createdAt)}
            onClick={onEnd}
          >
            {texts.end}
          </Button>
        )}
      </Cell>
    </tr>
  );
}

function EndOne({ session, onClose }: { session: Session; onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <EndDialog
      texts={{ ...texts.one, question: texts.one.question(deviceText(session.userAgent)) }}
      run={() => api("endSession", { params: { sessionId: session.id } })}
      onEnded={() => queryClient.invalidateQueries({ queryKey: ["listSessions"] })}
      onClose={onClose}
    />
  );
}

/** Buttons that end all other sessions, or all sessions including the current one. */
function EndMany(props: { hasOthers: boolean }) {
  const queryClient = useQueryClient();
  const [ending, setEnding] = useState<"others" | "all">();
  const close = () => setEnding(undefined);
  return (
    <div className="flex flex-wrap items-start gap-2.5">
      <Button
        disabledReason={props.hasOthers ? undefined : texts.noOthers}
        onClick={() => setEnding("others")}
      >
        {texts.endOthers}
      </Button>
      <Button onClick={() => setEnding("all")}>{texts.endAll}</Button>
      {ending === "others" ? (
        <EndDialog
          texts={texts.others}
          run={signOutOthers}
          onEnded={() => queryClient.invalidateQueries({ queryKey: ["listSessions"] })}
          onClose={close}
        />
      ) : null}
      {ending === "all" ? (
        <EndDialog
          texts={texts.all}
          run={signOutEverywhere}
          onEnded={() => undefined}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
