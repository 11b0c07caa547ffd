/**
 * For a program of others that we start, such as bitcoind: what it needs to be found and loaded.
 * Our own environment holds passwords.
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
