/** The last entries of the user's BTC statement, with the way to all of them. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { apiQuery } from "../../api/query.ts";
import { Cause } from "../../history/Cause.tsx";
import { codeWords } from "../../history/strings.ts";
import { paths } from "../../navigation/paths.ts";
import { When } from "../../time/When.tsx";
import { zoneName } from "../../time/time-text.ts";
import { Amount } from "../../ui/Amount.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Cell, Table } from "../../ui/Table.tsx";
import { walletTexts as texts } from "./strings.ts";

const SHOWN = 8;

export function LatestEntries() {
  const entries = useQuery(
    apiQuery("listEntries", { query: { asset: "BTC", account: "available", limit: SHOWN } }),
  );
  return (
    <Panel title={texts.latest} isFlush end={<Link {...paths.history}>{texts.all}</Link>}>
      <Loaded query={entries} isFlush lines={5}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              title={texts.emptyTitle}
              action={
                <Link {...paths.deposit} className={buttonClass({ size: "small" })}>
                  {texts.emptyAction}
                </Link>
              }
            >
              {texts.emptyText}
            </Empty>
          ) : (
            <Table
              shape="list"
              caption={texts.latest}
              columns={[
                `Time (${zoneName()})`,
                "What",
                "Cause",
                { label: "Amount", isMoney: true },
              ]}
            >
              {items.map((entry) => (
                <tr key={`${entry.transferId} ${entry.account}`}>
                  <Cell className="end text-fg-2">
                    <When at={entry.at} className="mono" />
                  </Cell>
                  <Cell className="lead">{codeWords(entry.code, entry.cause)}</Cell>
                  <Cell>
                    <Cause cause={entry.cause} />
                  </Cell>
                  <Cell isMoney>
                    <Amount sats={entry.amountSats ?? 0} isSigned hasUnit={false} />
                  </Cell>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </Panel>
  );
}
