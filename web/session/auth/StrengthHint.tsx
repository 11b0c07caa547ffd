/** Hint below a new password field: three bars, a rating and advice. */
import { clsx } from "clsx";
import { strengthOf } from "./password-strength.ts";

const BARS = [1, 2, 3] as const;
const COLOURS = ["", "bg-down", "bg-accent", "bg-up"] as const;

export function StrengthHint(props: { password: string; email: string }) {
  const { bars, word, advice } = strengthOf(props.password, props.email);
  return (
    <>
      {bars === 0 ? null : (
        <>
          <span className="mr-1.5 inline-flex gap-0.5 align-middle" aria-hidden>
            {BARS.map((bar) => (
              <span
                key={bar}
                className={clsx("h-1 w-5 rounded-sm", bar <= bars ? COLOURS[bars] : "bg-line")}
              />
            ))}
          </span>
          <output className="font-medium text-fg">{word}</output>{" "}
        </>
      )}
      {advice}
    </>
  );
}
