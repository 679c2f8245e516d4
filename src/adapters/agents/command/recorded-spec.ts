import type { RecorderSession } from '#adapters/models/ports.ts';
import type { Environment } from '#adapters/process/child-environment.ts';
import type { ProgramSpec } from '#adapters/process/program.ts';

/**
 * The program with the recorder's variables added to its environment, which also replace any real key passed on by mistake.
 * Other entries of `NO_PROXY` are kept.
 */
export function recordedSpec(spec: ProgramSpec, session: RecorderSession | null): ProgramSpec {
  if (session === null) return spec;
  const environment: { [name: string]: string } = { ...spec.environment };
  for (const [name, value] of Object.entries(session.variables)) {
    const before = /^no_proxy$/i.test(name) ? spec.environment[name] : undefined;
    environment[name] = before === undefined || before === '' ? value : `${before},${value}`;
  }
  return { ...spec, environment: environment satisfies Environment };
}
