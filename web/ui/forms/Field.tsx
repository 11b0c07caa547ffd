/**
 * A labelled input with a hint and an error. Password fields can be revealed. Spread the result of
 * react-hook-form's `register` on this component.
 *
 *   <Field label="Amount" unit="BTC" error={errors.amount?.message} {...register("amount")} />
 */
import { clsx } from "clsx";
import { Eye, EyeOff, TriangleAlert } from "lucide-react";
import { useId, useState, type ComponentProps, type ReactNode } from "react";

type FieldProps = ComponentProps<"input"> & {
  label: ReactNode;
  /** Unit to the right of the label, such as BTC. */
  unit?: string | undefined;
  /** Content at the right end of the field, such as a unit or the Max button. */
  suffix?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

export function Field(props: FieldProps) {
  const { label, unit, suffix, hint, error, className, id, type, ...input } = props;
  const [isShown, setIsShown] = useState(false);
  const isSecret = type === "password";
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  const hasNote = error !== undefined || (hint !== undefined && hint !== null);
  return (
    <div className={clsx("grid gap-1.5", className)}>
      <label
        className="flex flex-wrap justify-between gap-x-3 text-xs font-medium text-fg"
        htmlFor={inputId}
      >
        {label}
        {unit === undefined ? null : <span className="font-normal text-fg-2">{unit}</span>}
      </label>
      <InputBox isBad={error !== undefined} isDisabled={input.disabled === true}>
        <input
          {...input}
          type={isSecret && isShown ? "text" : type}
          id={inputId}
          className="w-full min-w-0 border-0 bg-transparent p-0 outline-0 max-md:text-md"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={hasNote ? noteId : undefined}
        />
        {typeof suffix === "string" ? (
          <span className="text-xs whitespace-nowrap text-fg-3">{suffix}</span>
        ) : (
          suffix
        )}
        {isSecret ? (
          <ShowButton isShown={isShown} onClick={() => setIsShown((before) => !before)} />
        ) : null}
      </InputBox>
      {hasNote ? (
        <Hint id={noteId} isError={error !== undefined}>
          {error ?? hint}
        </Hint>
      ) : null}
    </div>
  );
}

/**
 * Button that reveals the password, because typing hidden text is error-prone, especially on
 * phones.
 */
function ShowButton({ isShown, onClick }: { isShown: boolean; onClick: () => void }) {
  const Icon = isShown ? EyeOff : Eye;
  return (
    <button
      type="button"
      aria-label={isShown ? "Hide password" : "Show password"}
      className="reach grid size-8 flex-none cursor-pointer place-items-center rounded-md border-0 bg-transparent p-0 text-fg-2"
      onClick={onClick}
    >
      <Icon className="size-4" strokeWidth={1.5} aria-hidden />
    </button>
  );
}

/** Box around an input. Also used for selects and custom inputs. */
export function InputBox(props: {
  isBad?: boolean | undefined;
  isDisabled?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <div
      className={clsx(
        "flex min-h-10 min-w-0 items-center gap-2 rounded-md border px-3 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus max-md:min-h-11 [&>input]:self-stretch [&>select]:self-stretch",
        props.isBad ? "border-down" : "border-line-control",
        props.isDisabled ? "border-dashed text-fg-2" : "bg-field",
      )}
    >
      {props.children}
    </div>
  );
}

/** Line below a field. Errors have an icon in addition to their colour. */
export function Hint(props: { id?: string; isError?: boolean; children: ReactNode }) {
  return (
    <p
      id={props.id}
      className={clsx(
        "flex items-start gap-1.5 text-xs",
        props.isError ? "text-down" : "text-fg-2",
      )}
    >
      {props.isError ? <TriangleAlert className="mt-px size-3.5 flex-none" aria-hidden /> : null}
      <span>{props.children}</span>
    </p>
  );
}
