/** A page in a busy test run takes longer than the second that the library waits for what it looks for. */
import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 15_000 });
