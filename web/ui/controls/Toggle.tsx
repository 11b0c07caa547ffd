/**
 * A labelled switch with one line of explanation. The whole row is clickable.
 *
 *   <Toggle label="New Logins" isOn={settings.login} onFlip={() => flip("login")}>Device and time.</Toggle>
 */
import { clsx } from "clsx";
import { useId, type ReactNode } from "react";

export function Toggle(props: {
  label: string;
  /**
   * Accessible name, required if several toggles have the same label. Must start with the label.
   */
  name?: string;
  isOn: boolean;
  onFlip: () => void;
  children?: ReactNode;
}) {
  const id = useId();
  const { isOn } = props;
  return (
    <div className="flex min-h-11 items-center gap-4 border-b border-line py-2 last:border-b-0">
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer">
        <span className="font-medium">{props.label}</span>
        {props.children === undefined ? null : (
          <span id={`${id}-note`} className="block text-xs text-fg-2">
            {props.children}
          </span>
        )}
      </label>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-label={props.name ?? props.label}
        aria-describedby={props.children === undefined ? undefined : `${id}-note`}
        className={clsx(
          "reach flex h-6 w-11 flex-none items-center rounded-md border px-[3px] transition-colors duration-(--fast)",
          isOn ? "justify-end border-accent-line bg-accent-wash" : "border-line-control bg-field",
        )}
        onClick={props.onFlip}
      >
        <span
          aria-hidden
          className={clsx("size-4 rounded-sm", isOn ? "bg-accent-line" : "bg-fg-3")}
        />
      </button>
    </div>
  );
}
