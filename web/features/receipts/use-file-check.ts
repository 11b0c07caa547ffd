/** Checks one file at a time in a worker, which starts with the page. */
import type { FileResult, KnownSite } from "#receipts";
import { useEffect, useRef, useState } from "react";
import { openFileChecker, type FileChecker } from "./file-checker.ts";

export type FileCheck =
  | { readonly phase: "idle" }
  | { readonly phase: "checking" }
  | { readonly phase: "done"; readonly result: FileResult }
  | { readonly phase: "failed"; readonly error: unknown };

export function useFileCheck() {
  const [state, setState] = useState<FileCheck>({ phase: "idle" });
  const checker = useRef<FileChecker>(undefined);
  useEffect(() => {
    checker.current = openFileChecker();
    return () => checker.current?.close();
  }, []);
  const check = async (content: string | File, site: KnownSite) => {
    setState({ phase: "checking" });
    try {
      const result = await checker.current?.check(content, site);
      if (result) setState({ phase: "done", result });
    } catch (error) {
      setState({ phase: "failed", error });
    }
  };
  return { state, check };
}
