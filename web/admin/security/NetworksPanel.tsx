/** Lists the networks that caused security events in the last day, busiest network first. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { When } from "../../ui/time/When.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { securityTexts as texts } from "./strings.ts";

type Security = ApiAnswer<"getSecurity">;

export function NetworksPanel({ security }: { security: Security }) {
  const { networks, furtherNetworks } = security;
  if (networks.length === 0) return null;
  const further =
    furtherNetworks === 0 ? "" : ` ${texts.furtherNetworks(wholeText(furtherNetworks))}`;
  return (
    <Panel title={texts.byNetwork} foot={texts.byNetworkFoot + further} isFlush>
      <Table
        shape="stack"
        caption={texts.byNetwork}
        columns={[texts.network, { label: texts.count, isNumber: true }, texts.kind, texts.last]}
      >
        {networks.map(({ network, count, kinds, lastAt }) => (
          <tr key={network ?? ""}>
            <Cell className="lead mono">
              {network ?? <span title={texts.othersTitle}>{texts.others}</span>}
            </Cell>
            <Cell label={texts.count} className="num">
              {wholeText(count)}
            </Cell>
            <Cell label={texts.kind}>
              <ul className="grid gap-0.5 md:py-2">
                {kinds.map((one) => (
                  <li key={one.kind}>
                    {texts.kinds[one.kind].name} {wholeText(one.count)}
                  </li>
                ))}
              </ul>
            </Cell>
            <Cell label={texts.last}>
              <When at={lastAt} isAgo />
            </Cell>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
