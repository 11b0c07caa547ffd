/**
 * The style of the chart library's logo, which the library's licence requires. The library adds the
 * style to the page as one constant style element, and the content security policy allows exactly
 * this text. server/chart-logo-style.test.ts compares this text with the installed library.
 */
import { createHash } from "node:crypto";

export const CHART_LOGO_STYLE =
  "a#tv-attr-logo{--fill:#131722;--stroke:#fff;position:absolute;left:10px;bottom:10px;height:19px;width:35px;margin:0;padding:0;border:0;z-index:3;}a#tv-attr-logo[data-dark]{--fill:#D1D4DC;--stroke:#131722;}";

/** Hash of the logo's style, for the content security policy. */
export const chartLogoStyleHash = `'sha256-${createHash("sha256").update(CHART_LOGO_STYLE).digest("base64")}'`;
