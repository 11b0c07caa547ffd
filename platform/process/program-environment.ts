/**
 * Returns the environment for external programs such as bitcoind. It contains only the variables
 * needed to find and load the programs, because our own environment contains passwords.
 */
const NEEDED = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "TEMP"] as const;

export function programEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    NEEDED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
