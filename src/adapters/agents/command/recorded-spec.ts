import { delimiter } from 'node:path';
import type { RecorderSession } from '#adapters/models/ports.ts';
import type { Environment } from '#adapters/process/child-environment.ts';
import type { ProgramSpec } from '#adapters/process/program.ts';

/**
 * The program with the recorder's variables added to its environment, which also replace any real key passed on by mistake.
 * Other entries of `NO_PROXY`, `NODE_OPTIONS` and `PYTHONPATH` are kept.
 */
export function recordedSpec(spec: ProgramSpec, session: RecorderSession | null): ProgramSpec {
  if (session === null) return spec;
  const environment: { [name: string]: string } = { ...spec.environment };
  for (const [name, value] of Object.entries(session.variables)) {
    const before = spec.environment[name];
    environment[name] = before === undefined || before === '' ? value : (JOINED[name]?.(before, value) ?? value);
  }
  return { ...spec, environment: environment satisfies Environment };
}

const list = (before: string, ours: string) => `${before},${ours}`;

const JOINED: { readonly [name: string]: (before: string, ours: string) => string } = {
  NO_PROXY: list,
  no_proxy: list,
  NODE_OPTIONS: (before, ours) => `${before} ${ours}`,
  // Python loads the first `sitecustomize`; ours loads the next one.
  PYTHONPATH: (before, ours) => `${ours}${delimiter}${before}`,
};
