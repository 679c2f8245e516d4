/** Something real that a heavy suite needs: packages, a program, a browser. */
export interface Peer<T> {
  /** True when it can't be had here; its suites are skipped. Never true in CI. */
  readonly missing: boolean;
  /** @throws when it is missing. */
  readonly get: () => T;
}

/**
 * Obtains a peer. Where it can't be had (no registry, no Python, …) the reason is printed and the suite skipped; with
 * CI=true that is an error, since a suite that nobody runs holds nothing.
 *
 * @param what names it with its source, such as `zizmor from PyPI`
 */
export async function peer<T>(what: string, obtain: () => Promise<T>): Promise<Peer<T>> {
  try {
    const value = await obtain();
    return { missing: false, get: () => value };
  } catch (error) {
    const reason = `${what} can't be had here: ${error instanceof Error ? error.message : String(error)}`;
    if (process.env['CI'] === 'true') throw new Error(`${reason}\nOutside CI this suite would be skipped.`);
    console.warn(`SKIPPED: ${reason}`);
    return {
      missing: true,
      get() {
        throw new Error(reason);
      },
    };
  }
}
