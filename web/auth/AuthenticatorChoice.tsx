/** Which authenticator the code is from; nothing to choose while there is only one. */
import type { Authenticator } from "./second-factor.ts";
import { codeTexts as texts } from "./strings.ts";

export function AuthenticatorChoice(props: {
  authenticators: readonly Authenticator[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}) {
  const { authenticators } = props;
  if (authenticators.length < 2) return null;
  const chosen = props.chosen ?? authenticators[0]?.id;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-xs font-medium">{texts.choose}</legend>
      {authenticators.map(({ id, name }) => (
        <label key={id} className="flex min-h-9 items-center gap-2.5 max-md:min-h-11">
          <input
            type="radio"
            name="authenticator"
            className="size-4 accent-(--accent-fill)"
            checked={id === chosen}
            onChange={() => props.onChoose(id)}
          />
          {name === "" ? texts.unnamed : name}
        </label>
      ))}
    </fieldset>
  );
}
