import { methodTexts } from "./strings.ts";

/** Returns the label of a sign-in method. Unknown methods are shown by their name. */
export function methodText(method: string): string {
  return (Object.hasOwn(methodTexts, method) ? methodTexts[method] : undefined) ?? method;
}
