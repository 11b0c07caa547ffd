/**
 * Buttons, and links that look like buttons. Amber (`primary`) is reserved for the main action of a
 * view. Purchases with an expected loss are always outlined. A disabled button shows the reason
 * below itself.
 *
 *   <Button variant="primary" busyLabel="Logging in..." isBusy={isSubmitting}>Login</Button>
 *   <Button disabledReason="A boost is running until 13:41 UTC.">Activate Boost</Button>
 *   <Button variant="primary" isUnready={typed === ""}>Review</Button>
 *   <Link className={buttonClass({ variant: "primary" })} {...paths.register}>Sign Up</Link>
 */
import { clsx } from "clsx";
import { useId, type ComponentProps, type MouseEvent } from "react";

export interface ButtonLook {
  variant?: "default" | "primary" | "quiet" | undefined;
  size?: "normal" | "small" | "large" | undefined;
  /** Square button for a single icon. Requires an aria-label. */
  isIcon?: boolean | undefined;
  isBlock?: boolean | undefined;
  /**
   * True if the form is incomplete. The button is then dashed, but a click on it still marks the
   * missing fields.
   */
  isUnready?: boolean | undefined;
}

const BASE =
  "inline-flex items-center justify-center gap-2 rounded-md border font-[550] whitespace-nowrap no-underline transition-colors duration-(--fast) max-md:min-h-11 " +
  "aria-disabled:cursor-not-allowed aria-disabled:border-dashed aria-disabled:border-line-strong aria-disabled:bg-transparent aria-disabled:text-fg-3 aria-disabled:hover:bg-transparent";
const VARIANTS = {
  default: "border-line-control bg-transparent text-fg hover:border-fg-3 hover:bg-hover",
  primary:
    "border-accent-fill bg-accent-fill font-semibold text-on-accent hover:border-(--accent-fill-hover) hover:bg-(--accent-fill-hover)",
  quiet: "border-transparent bg-transparent text-fg-2 hover:bg-hover hover:text-fg",
};
const SIZES = {
  normal: "min-h-9 px-3.5 text-base",
  small: "min-h-7 px-2.5 text-sm",
  large: "min-h-[46px] px-5 text-md",
};
const ICON_SIZES = {
  normal: "size-9 max-md:size-11",
  small: "size-7 max-md:size-11",
  large: "size-[46px]",
};

const UNREADY =
  "border-dashed border-line-control bg-transparent font-semibold text-fg-2 hover:bg-hover hover:text-fg";

/** Returns the class names of a button, for links and labels that look like buttons. */
export function buttonClass(look: ButtonLook = {}, extra?: string): string {
  const { variant = "default", size = "normal", isIcon = false, isBlock = false } = look;
  return clsx(
    BASE,
    look.isUnready === true ? UNREADY : VARIANTS[variant],
    isIcon ? ICON_SIZES[size] : SIZES[size],
    isBlock && "w-full",
    extra,
  );
}

type ButtonProps = Omit<ComponentProps<"button">, "disabled"> &
  ButtonLook & {
    isBusy?: boolean | undefined;
    /** Label while the button is busy. The button's width does not change. */
    busyLabel?: string | undefined;
    /** Disables the button and shows this reason below it. */
    disabledReason?: string | undefined;
  };

export function Button(props: ButtonProps) {
  const { variant, size, isIcon, isBlock, isUnready, ...more } = props;
  const { isBusy, busyLabel, disabledReason, ...rest } = more;
  const { className, children, onClick, type = "button", ...others } = rest;
  const reasonId = useId();
  const isOff = isBusy === true || disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isOff) event.preventDefault();
    else onClick?.(event);
  };
  const button = (
    <button
      {...others}
      type={type}
      className={buttonClass({ variant, size, isIcon, isBlock, isUnready }, className)}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      aria-describedby={disabledReason === undefined ? others["aria-describedby"] : reasonId}
      onClick={press}
    >
      {busyLabel === undefined ? children : <Labels {...{ isBusy, busyLabel, children }} />}
    </button>
  );
  if (!("disabledReason" in props)) return button;
  return (
    // Always render this element. If it were added later, React would recreate the button and the
    // button would lose the focus.
    <div className={clsx(disabledReason === undefined ? "contents" : isBlock && "w-full")}>
      {button}
      {disabledReason === undefined ? null : (
        <p id={reasonId} className="mt-2 text-xs text-fg-2">
          {disabledReason}
        </p>
      )}
    </div>
  );
}

const LABEL = "col-start-1 row-start-1 inline-flex items-center gap-2";

/** Both labels share a grid cell, so that the button has the same width in every state. */
function Labels(props: Pick<ButtonProps, "isBusy" | "busyLabel" | "children">) {
  return (
    <span className="grid place-items-center">
      <span className={clsx(LABEL, props.isBusy && "invisible")}>{props.children}</span>
      <span className={clsx(LABEL, !props.isBusy && "invisible")}>{props.busyLabel}</span>
    </span>
  );
}
