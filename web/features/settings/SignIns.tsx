/** Lists sign-ins and failed attempts, newest first. Older entries load on request. */
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { When } from "../../ui/time/When.tsx";
import { withZone } from "../../ui/time/time-text.ts";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { usePages } from "../../data/api/use-pages.ts";
import { deviceText } from "../../../api/device-text.ts";
import { methodText } from "./method-text.ts";
import { historyTexts as texts } from "./strings.ts";

type SignIn = ApiAnswer<"listLoginHistory">["items"][number];

const PAGE_SIZE = 20;

export function SignIns() {
  const signIns = usePages(["listLoginHistory", "pages"], (at) =>
    api("listLoginHistory", { query: { limit: PAGE_SIZE, ...at } }),
  );
  return (
    <Panel title={texts.history} isFlush>
      <Loaded query={signIns} isFlush lines={5}>
        {({ pages }) => <List items={pages.flatMap(({ items }) => items)} />}
      </Loaded>
      <MorePages pages={signIns} label={texts.older} />
    </Panel>
  );
}

function List({ items }: { items: readonly SignIn[] }) {
  if (items.length === 0) return <Empty title={texts.emptyTitle}>{texts.emptyText}</Empty>;
  return (
    <Table
      shape="list"
      caption={texts.history}
      columns={[
        withZone(texts.columns.time),
        texts.columns.device,
        texts.columns.method,
        texts.columns.ip,
        { label: texts.columns.result, isNumber: true },
      ]}
    >
      {items.map((signIn, index) => (
        // Two attempts may have the same time, so the key also contains the position in the list.
        <tr key={`${signIn.at}-${items.length - index}`}>
          <Cell className="last text-fg-2">
            <When at={signIn.at} className="mono" />
          </Cell>
          <Cell className="lead">
            <span title={signIn.userAgent}>{deviceText(signIn.userAgent)}</span>
          </Cell>
          <Cell>{methodText(signIn.method)}</Cell>
          <Cell className="end">
            <span translate="no" className="mono">
              {signIn.ip}
            </span>
          </Cell>
          <Cell className="num">
            <Result signIn={signIn} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/**
 * Shows the result of an attempt. A correct password without completed two-factor authentication is
 * not a sign-in.
 */
function Result({ signIn: { isSuccess, lacksCode, method } }: { signIn: SignIn }) {
  if (!isSuccess) return <Tag kind="down">{texts.failure}</Tag>;
  if (lacksCode) return <Tag>{texts.lacksCode(method)}</Tag>;
  return <Tag kind="up">{texts.success}</Tag>;
}
