/**
 * Generates values for any message template. A recording object detects which values a template
 * reads, so new templates need no changes in the tests.
 */
import type { TemplateName } from "#notifications";
import { templates } from "../../../modules/notifications/messages/templates.ts";

type Values = Readonly<Record<string, string>>;

export const templateNames = Object.keys(templates) as TemplateName[];

/**
 * Returns the template's values by name. All values come from `valueOf`, except the minutes, which
 * the template reads as a number, and the start of the purpose.
 */
export function valuesFor(
  name: TemplateName,
  valueOf: (valueName: string) => string = (valueName) => `<${valueName}>`,
): Values {
  const read = new Set<string>();
  const spy = new Proxy<Record<string, string>>(
    {},
    {
      get(_, valueName) {
        read.add(String(valueName));
        return "";
      },
    },
  );
  const { write, sms } = templates[name] as unknown as {
    readonly write: (values: Values) => unknown;
    readonly sms?: { readonly write: (values: Values) => unknown };
  };
  write(spy);
  sms?.write(spy);
  return Object.fromEntries(
    [...read].map((valueName) => {
      if (valueName === "minutes") return [valueName, "10"];
      const prefix = valueName === "purpose" ? "a withdrawal " : "";
      return [valueName, prefix + valueOf(valueName)];
    }),
  );
}
