/**
 * Lists the requests of users who forgot their password, for installations without a mail server.
 * An administrator checks the user's identity and gives the user a link. Renders nothing if there
 * are no open requests.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { deviceText } from "../../../api/device-text.ts";
import { apiQuery } from "../../data/api/query.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { When } from "../../ui/time/When.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { ApproveDialog, RejectDialog, type ResetRequest } from "./DecideResetDialogs.tsx";
import { FreshLink, type MadeLink } from "./FreshLink.tsx";
import { resetTexts as texts } from "./reset-strings.ts";

const REFRESH_MS = 15_000;
const { columns } = texts;

export function ResetRequestsPanel() {
  const { data } = useQuery({ ...apiQuery("listResetRequests"), refetchInterval: REFRESH_MS });
  const [open, setOpen] = useState<{ what: "approve" | "reject"; request: ResetRequest }>();
  const [made, setMade] = useState<MadeLink>();
  const requests = data?.items ?? [];
  const close = () => setOpen(undefined);
  return (
    <>
      {made ? <FreshLink made={made} onDone={() => setMade(undefined)} /> : null}
      {requests.length === 0 ? null : (
        <Panel title={texts.title} foot={texts.foot} isFlush className="mb-4">
          <Table
            shape="stack"
            caption={texts.title}
            columns={[
              columns.email,
              columns.at,
              columns.network,
              columns.device,
              { label: columns.count, isNumber: true },
              { label: columns.actions, isNumber: true },
            ]}
          >
            {requests.map((request) => (
              <Row
                key={request.userId}
                request={request}
                onPress={(what) => setOpen({ what, request })}
              />
            ))}
          </Table>
        </Panel>
      )}
      {open?.what === "approve" ? (
        <ApproveDialog request={open.request} onMade={setMade} onClose={close} />
      ) : null}
      {open?.what === "reject" ? <RejectDialog request={open.request} onClose={close} /> : null}
    </>
  );
}

function Row(props: { request: ResetRequest; onPress: (what: "approve" | "reject") => void }) {
  const { request, onPress } = props;
  const { userId, email, isAdmin, requestedAt, ip, userAgent, requestCount } = request;
  return (
    <tr>
      <Cell className="lead">
        <Link {...paths.adminPerson(userId)} className="underline [overflow-wrap:anywhere]">
          {email}
        </Link>
      </Cell>
      <Cell label={columns.at}>
        <When at={requestedAt} isAgo />
      </Cell>
      <Cell label={columns.network} className="mono">
        {ip}
      </Cell>
      <Cell label={columns.device}>
        <span title={userAgent}>{deviceText(userAgent)}</span>
      </Cell>
      <Cell label={columns.count} className="num">
        {wholeText(requestCount)}
      </Cell>
      <Cell label={columns.actions}>
        <span className="flex flex-wrap justify-end gap-2">
          <Button
            size="small"
            disabledReason={isAdmin ? texts.administrator : undefined}
            onClick={() => onPress("approve")}
          >
            {texts.approve}
          </Button>
          <Button size="small" onClick={() => onPress("reject")}>
            {texts.reject}
          </Button>
        </span>
      </Cell>
    </tr>
  );
}
