/** The language of the browser, for `Intl`. */

const ENGLISH = "en";

/** English for a tag that is missing or that `Intl` refuses, such as `C` or `en-US@posix`. */
export function browserLocale(): string {
  const { language } = navigator as { readonly language?: string };
  if (language === undefined || language === "") return ENGLISH;
  try {
    return Intl.getCanonicalLocales(language)[0] ?? ENGLISH;
  } catch {
    return ENGLISH;
  }
}
