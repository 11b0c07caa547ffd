/** Lists the limits of this page, and the figures that visitors can check themselves. */
import { Link } from "@tanstack/react-router";
import { Check, X, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Sentence } from "../../ui/layout/Sentence.tsx";
import { paths } from "../../ui/navigation/paths.ts";
import { limitTexts as texts } from "./strings.ts";

export function LimitsPanel({ hasNoProof }: { hasNoProof: boolean }) {
  const limits = hasNoProof ? [...texts.limits, texts.noProof] : texts.limits;
  return (
    <Panel title={texts.title}>
      <ul className="grid gap-2 text-sm text-fg-2">
        {limits.map((limit) => (
          <Item key={limit} icon={X}>
            {limit}
          </Item>
        ))}
      </ul>
      <h3 className="pt-5 pb-2 text-md font-semibold">{texts.checksTitle}</h3>
      <ul className="grid gap-2 text-sm text-fg-2">
        <Item icon={Check}>{texts.own}</Item>
        <Item icon={Check}>{texts.withdrawals}</Item>
        <Item icon={Check}>{texts.sums}</Item>
        <Item icon={Check}>
          <Sentence
            text={texts.seeds}
            parts={{
              days: (
                <Link {...paths.forexDays} className="reach underline">
                  {texts.days}
                </Link>
              ),
            }}
          />
        </Item>
      </ul>
    </Panel>
  );
}

function Item({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon className="mt-0.5 size-4 flex-none text-fg-3" aria-hidden />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
