/** React's place is taken by Preact in all that is built for browsers or prerendered for them. */
import type { Plugin } from "vite";

export const PREACT = [
  { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
  { find: /^react-dom\/server$/, replacement: "preact-render-to-string" },
  { find: /^react\/jsx(?:-dev)?-runtime$/, replacement: "preact/jsx-runtime" },
  { find: /^react(?:-dom)?$/, replacement: "preact/compat" },
];

/** Not while one develops: single components are refreshed by React alone. */
export const preact: Plugin = {
  name: "preact",
  apply: "build",
  config: () => ({ resolve: { alias: PREACT } }),
};
