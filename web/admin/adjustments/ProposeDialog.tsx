/**
 * Proposes a correction or a debt write-off with user, amount, direction and reason. Moves no
 * money.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { USD_DECIMALS } from "#money";
import { btcText, usdText } from "../../ui/amounts/amount-format.ts";
import { adminLimits as limits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { readAmount } from "../../ui/amounts/read-amount.ts";
import { calledName, type Person } from "../people/person.ts";
import { FormDialog } from "../FormDialog.tsx";
import { useDecision } from "../decisions/use-decision.ts";
import { ReasonField } from "../ReasonField.tsx";
import { proposeTexts as texts } from "./strings.ts";

type Asset = "BTC" | "USD";
type Direction = keyof typeof texts.directions;

export function ProposeDialog(props: {
  /** The user, if already known. */
  person?: Person;
  onClose: () => void;
}) {
  const { onClose } = props;
  const [email, setEmail] = useState("");
  const [direction, setDirection] = useState<Direction>("add");
  const [chosen, setAsset] = useState<Asset>("BTC");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [wasTried, setWasTried] = useState(false);
  // Used to detect that another tab has sent the same proposal since the dialog was opened.
  const [begunAt] = useState(() => Date.now());
  const typed = usePersonOf(email);
  const person = props.person ?? typed.person;
  const isDebt = direction === "debt";
  // Debts are always in BTC.
  const asset = isDebt ? "BTC" : chosen;
  const units = readUnits(amount, asset);
  const { submit, isPending, error } = useDecision(
    (body: ApiBody) => api("proposeAdjustment", { body, begunAt }),
    () => {
      onClose();
      return { title: texts.done, description: texts.doneText };
    },
  );
  const hasReason = reason.trim().length >= limits.reasonCharacters.min;
  const propose = () => {
    setWasTried(true);
    if (person === undefined || units === undefined || !hasReason) return;
    submit({ userId: person.id, reason: reason.trim(), ...sumOf(direction, asset, units) });
  };
  const userFault = typed.isMissing
    ? texts.notFound
    : wasTried && person === undefined
      ? texts.needUser
      : undefined;
  const common = { required: true, readOnly: isPending, autoComplete: "off" };
  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      isDirty={`${email}${amount}${reason}` !== ""}
      onClose={onClose}
      onSubmit={propose}
    >
      {props.person === undefined ? (
        <Field
          {...common}
          label={texts.user}
          type="email"
          maxLength={limits.emailCharacters}
          hint={typed.hint}
          error={userFault}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      ) : (
        <div className="grid gap-1 text-sm text-fg-2">
          <p>{props.person.email || calledName(props.person)}</p>
          <p>{hasText(props.person)}</p>
        </div>
      )}
      <Segments
        label={texts.direction}
        value={direction}
        onChange={setDirection}
        isFull
        options={(["add", "take", "debt"] as const).map((value) => ({
          value,
          label: texts.directions[value],
        }))}
      />
      <Field
        {...common}
        label={texts.amount}
        suffix={
          <Segments
            label={texts.asset}
            value={asset}
            onChange={setAsset}
            options={(isDebt ? (["BTC"] as const) : (["BTC", "USD"] as const)).map((value) => ({
              value,
              label: value,
            }))}
          />
        }
        inputMode="decimal"
        error={wasTried && units === undefined ? texts.needAmount[asset] : undefined}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <ReasonField
        label={texts.reason}
        hint={texts.reasonHint}
        error={wasTried && !hasReason ? texts.needReason : undefined}
        isBusy={isPending}
        value={reason}
        onChange={setReason}
      />
      {isDebt ? <Note>{texts.debtNote}</Note> : null}
      <Note>{texts.note}</Note>
    </FormDialog>
  );
}

interface ApiBody {
  readonly userId: string;
  readonly reason: string;
  readonly kind?: "debt";
  readonly amountSats?: number;
  readonly amountCents?: number;
}

function sumOf(
  direction: Direction,
  asset: Asset,
  units: number,
): Pick<ApiBody, "kind" | "amountSats" | "amountCents"> {
  if (direction === "debt") return { kind: "debt", amountSats: units };
  const signed = direction === "add" ? units : -units;
  return asset === "BTC" ? { amountSats: signed } : { amountCents: signed };
}

/**
 * Parses a positive amount in satoshis or cents. Returns undefined if the text is invalid or the
 * amount is too large for a JSON integer.
 */
function readUnits(typed: string, asset: Asset): number | undefined {
  const units = asset === "BTC" ? readAmount(typed) : readAmount(typed, USD_DECIMALS);
  if (units === undefined || units <= 0n) return undefined;
  const number = Number(units);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Looks up the user with the typed e-mail address, once the address is complete. */
function usePersonOf(typed: string): {
  readonly person: Person | undefined;
  readonly hint: string;
  readonly isMissing: boolean;
} {
  const email = typed.trim().toLowerCase();
  const isWhole = /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email);
  const people = useQuery({
    ...apiQuery("listPeople", {
      query: { search: email.slice(0, limits.searchCharacters), limit: 100 },
    }),
    enabled: isWhole,
  });
  const person = isWhole ? people.data?.items.find((one) => one.email === email) : undefined;
  const hint = person
    ? hasText(person)
    : isWhole && people.isLoading
      ? texts.searching
      : texts.userHint;
  return { person, hint, isMissing: isWhole && people.isSuccess && person === undefined };
}

function hasText(person: Person): string {
  const { availableSats, availableCents } = person.balances;
  return texts.has(calledName(person), btcText(availableSats), usdText(BigInt(availableCents)));
}
