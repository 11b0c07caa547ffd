import { INSTRUMENTS } from "#market";
import { pairName } from "../quotes/price-text.ts";
import { Choice } from "./Choice.tsx";
import { replayTexts as texts } from "./strings.ts";

const OPTIONS = INSTRUMENTS.filter(({ isTradeable }) => isTradeable).map(({ name }) => ({
  value: name,
  label: pairName(name),
}));

export function InstrumentSelect(props: { value: string; onChange: (name: string) => void }) {
  return <Choice label={texts.instrument} options={OPTIONS} {...props} />;
}
