import { methodTexts } from "./strings.ts";

/** Returns the label of a sign-in method. An unknown method's label is its name. */
export function methodText(method: string): string {
  return (Object.hasOwn(methodTexts, method) ? methodTexts[method] : undefined) ?? method;
}
