/** Shows the connection settings for each kind of miner, ready to copy. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { useAuth } from "../../session/auth/auth-context.ts";
import { CopyButton } from "../../ui/copy/CopyButton.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { poolTexts as texts } from "./strings.ts";

type Pool = ApiAnswer<"getPool">;
type Client = keyof typeof texts.clients;
type Address = NonNullable<Pool["address"]>;

const CLIENTS = Object.entries(texts.clients).map(([value, label]) => ({
  value: value as Client,
  label,
}));
const PASSWORD = "x";
const LOCAL = ["127.0.0.1", "::1", "localhost"];

export function ConnectPanel(props: {
  pool: Pool;
  /** Text above the settings that explains how work is paid. */
  rule?: string | undefined;
}) {
  const { address } = props.pool;
  const { user } = useAuth();
  const me = useQuery({ ...apiQuery("getMe"), enabled: user !== null });
  const [client, setClient] = useState<Client>("cpuminer");
  const name = me.data?.miningName;
  return (
    <Panel title={texts.connect}>
      {address === null ? (
        <p className="text-sm text-fg-2">{texts.notRunning}</p>
      ) : (
        <div className="grid gap-4">
          <div className="grid max-w-[64ch] gap-1 text-sm text-fg-2">
            {props.rule === undefined ? null : <p>{props.rule}</p>}
            <p>{texts.connectLead}</p>
          </div>
          <Segments
            label={texts.client}
            value={client}
            onChange={setClient}
            options={CLIENTS}
            isFull
          />
          <dl className="grid gap-3">
            {linesOf(client, reachable(address), `${name ?? texts.anyName}.worker1`).map(
              ([label, value]) => (
                <Line key={label} label={label} value={value} />
              ),
            )}
          </dl>
          <div className="grid gap-1 text-sm text-fg-2">
            {user === null ? <p>{texts.anyNameText}</p> : null}
            <p>{texts.gift}</p>
            <p>{texts.difficulty}</p>
          </div>
          {LOCAL.includes(address.host) ? <Note>{texts.here}</Note> : null}
        </div>
      )}
    </Panel>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-xs font-medium text-fg-2">{label}</dt>
      <dd className="mt-1 flex items-start gap-2 rounded-md border border-line bg-sunk px-3 py-2">
        <code translate="no" className="mono min-w-0 flex-1 self-center text-sm wrap-anywhere">
          {value}
        </code>
        <CopyButton text={value} label={texts.copy(label)} />
      </dd>
    </div>
  );
}

/** Returns an address that miners can reach. A wildcard address is replaced by the page's host. */
function reachable(address: Address): Address {
  const isAny = address.host === "0.0.0.0" || address.host === "::";
  return isAny ? { ...address, host: location.hostname } : address;
}

function linesOf(
  client: Client,
  { host, port, tlsPort }: Address,
  user: string,
): (readonly [label: string, value: string])[] {
  const url = `stratum+tcp://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const tls = tlsPort === null ? [] : [[texts.tlsPort, String(tlsPort)] as const];
  if (client === "cpuminer")
    return [[texts.command, `minerd -a sha256d -o ${url} -u ${user} -p ${PASSWORD}`]];
  const whoever = [
    [texts.user, user],
    [texts.password, PASSWORD],
  ] as const;
  if (client === "bitaxe") return [[texts.host, host], [texts.port, String(port)], ...whoever];
  return [[texts.url, url], ...tls, ...whoever];
}
