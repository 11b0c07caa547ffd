/**
 * The environment for foreign programs such as bitcoind: the variables needed to find and load
 * them. Our own environment contains passwords.
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
