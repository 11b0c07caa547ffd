/**
 * Keeps the calculator's inputs. They are written to the URL after a short delay, so that dragging
 * a slider does not change the URL constantly.
 */
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { CalculatorInput } from "#economics";
import { paths } from "../../../ui/navigation/paths.ts";
import {
  readCalculatorSearch,
  writeCalculatorSearch,
  type CalculatorField,
} from "./calculator-search.ts";

const WRITE_AFTER_MS = 250;

export function useCalculator(defaults: CalculatorInput) {
  const navigate = useNavigate();
  const router = useRouter();
  const search = readCalculatorSearch(useSearch({ strict: false }));
  const [changed, setChanged] = useState(search);
  const [resets, setResets] = useState(0);
  const addressed = JSON.stringify(search);
  const [seen, setSeen] = useState(addressed);
  const [written, setWritten] = useState(addressed);
  if (seen !== addressed) {
    setSeen(addressed);
    // If the back button, the forward button or a link has changed the URL, its values replace the
    // inputs. A URL that this hook has written is ignored, because the inputs may have changed
    // since.
    if (addressed !== written) setChanged(search);
  }
  const input: CalculatorInput = { ...defaults, ...changed };
  const wanted = writeCalculatorSearch(input, defaults);
  const wantedText = JSON.stringify(wanted);
  useEffect(() => {
    if (wantedText === addressed) return undefined;
    const timer = setTimeout(() => {
      setWritten(wantedText);
      void navigate({
        ...paths.purchasePower,
        search: readCalculatorSearch(JSON.parse(wantedText) as Record<string, unknown>),
        replace: true,
        resetScroll: false,
      });
    }, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wantedText, addressed, navigate]);
  return {
    input,
    isChanged: Object.keys(wanted).length > 0,
    change: (field: CalculatorField, value: number) =>
      setChanged((old) => ({ ...old, [field]: value })),
    reset: () => {
      setChanged({});
      setResets((count) => count + 1);
    },
    resets,
    /**
     * Returns a link that contains every input, so that it shows the same figures even after the
     * reference values have changed.
     */
    link: (): string => {
      const inputs = readCalculatorSearch({ ...input });
      const { href } = router.buildLocation({ ...paths.purchasePower, search: inputs });
      return new URL(href, location.origin).href;
    },
  };
}

export type CalculatorState = ReturnType<typeof useCalculator>;
