/**
 * Form for the terms: a plan, a rig, a stake or custom values, the length of the period, and
 * whether coins are sold or kept.
 */
import { memo } from "react";
import { replayLimits, stakingTerms } from "../../../api/limits.ts";
import type { OwnValue } from "#economics/history";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { Slider } from "../../ui/controls/Slider.tsx";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { OwnValueField } from "./OwnValueField.tsx";
import { TARIFF_DEFAULT, type ReplayCases } from "./replay-offer.ts";
import { kindOf, type Kind, type ReplaySearch } from "./replay-search.ts";
import { timeMachineTexts as texts } from "./strings.ts";
import type { ReplayState } from "./use-replay.ts";

const STEP_DAYS = 5;
const [, STAKING_DEFAULT] = stakingTerms;
const RIG_DAYS = 1_825;
/** The calculator's default values: 100 TH/s, 3 kW. */
const DAILY_DEFAULT = { earns: 4.54, uses: 7.2, price: 0 };

export const TermsForm = memo(function TermsForm(props: {
  search: ReplaySearch;
  days: number;
  cases: ReplayCases;
  change: ReplayState["change"];
}) {
  const { search, days, cases, change } = props;
  const kind = kindOf(search);
  const set = (more: ReplaySearch) => change((now) => ({ ...now, ...more }));
  return (
    <Panel title={texts.terms}>
      <div className="grid gap-5">
        <div className="grid gap-3">
          <Segments
            label={texts.terms}
            isFull
            value={kind}
            onChange={(next) => change((now) => firstOf(next, now, cases))}
            options={[
              { value: "plan", label: texts.plan },
              { value: "rig", label: texts.rig },
              { value: "stake", label: texts.stake },
              { value: "daily", label: texts.daily },
            ]}
          />
          <KindFields {...{ kind, search, cases, set }} />
        </div>
        {kind === "stake" ? (
          <StakingDays days={days} set={set} />
        ) : (
          <Slider
            label={texts.length}
            min={replayLimits.daysMin}
            max={replayLimits.daysMax}
            step={STEP_DAYS}
            value={days}
            valueText={texts.days(wholeText(days))}
            onChange={(next) => set({ days: next })}
            ticks={texts.lengthTicks}
          />
        )}
        {kind === "stake" ? null : (
          <div className="grid gap-1.5">
            <span className="text-xs font-medium text-fg-2">{texts.mode}</span>
            <Segments
              label={texts.mode}
              isFull
              value={search.mode ?? "sold"}
              onChange={(mode) =>
                change(({ mode: _mode, ...now }) => (mode === "kept" ? { ...now, mode } : now))
              }
              options={[
                { value: "sold", label: texts.modeSold },
                { value: "kept", label: texts.modeKept },
              ]}
            />
          </div>
        )}
      </div>
    </Panel>
  );
});

/** Select field with the staking terms on sale and their interest. */
function StakingDays({ days, set }: { days: number; set: (more: ReplaySearch) => void }) {
  return (
    <div className="grid gap-1.5">
      <span className="text-xs font-medium text-fg-2">{texts.length}</span>
      <Segments
        label={texts.length}
        isFull
        value={String(days)}
        onChange={(next) => {
          const term = stakingTerms.find((one) => String(one.days) === next) ?? STAKING_DEFAULT;
          set({ days: term.days, apy: term.apyPercent });
        }}
        options={stakingTerms.map((term) => ({
          value: String(term.days),
          label: texts.days(String(term.days)),
        }))}
      />
    </div>
  );
}

/**
 * Returns the default values for another kind of terms, but keeps the length, the mode and the
 * start.
 */
function firstOf(kind: Kind, now: ReplaySearch, cases: ReplayCases): ReplaySearch {
  const { days, mode, start } = now;
  const common = {
    ...(days === undefined ? {} : { days }),
    ...(mode === undefined ? {} : { mode }),
    ...(start === undefined ? {} : { start }),
  };
  const [plan, rig] = [cases.plans[0]?.id, cases.rigs[0]?.id];
  if (kind === "rig") return { ...common, days: RIG_DAYS, ...(rig === undefined ? {} : { rig }) };
  if (kind === "stake") {
    const term = stakingTerms.find((one) => one.days === days) ?? STAKING_DEFAULT;
    return { ...common, days: term.days, apy: term.apyPercent };
  }
  if (kind === "daily") return { ...common, ...DAILY_DEFAULT };
  if (kind === "ratio") return { ...common, ratio: 1 };
  return { ...common, ...(plan === undefined ? {} : { plan }) };
}

function KindFields(props: {
  kind: Kind;
  search: ReplaySearch;
  cases: ReplayCases;
  set: (more: ReplaySearch) => void;
}) {
  const { kind, search, cases, set } = props;
  const field = (name: OwnValue, label: string, unit: string, value = search[name] ?? 0) => (
    <OwnValueField
      key={name}
      {...{ name, label, unit, value }}
      onChange={(next) => set({ [name]: next })}
    />
  );
  if (kind === "plan")
    return (
      <Segments
        label={texts.plan}
        isFull
        value={search.plan ?? cases.plans[0]?.id ?? ""}
        onChange={(plan) => set({ plan })}
        options={cases.plans.map(({ id, name }) => ({ value: id, label: name.split(" ")[0] }))}
      />
    );
  if (kind === "rig")
    return (
      <>
        <Segments
          label={texts.rig}
          isFull
          value={search.rig ?? ""}
          onChange={(rig) => set({ rig })}
          options={cases.rigs.map(({ id, name }) => ({ value: id, label: name }))}
        />
        {field("tariff", texts.tariff, "USD/kWh", search.tariff ?? TARIFF_DEFAULT)}
      </>
    );
  if (kind === "stake") return field("apy", texts.apy, "%");
  if (kind === "ratio")
    return [field("ratio", texts.ownRatio, ""), field("power", texts.ownPower, "")];
  return [
    field("earns", texts.earns, "USD"),
    field("uses", texts.uses, "USD"),
    field("price", texts.paidOnce, "USD"),
  ];
}
