/** Ids of the artifact service's own numbering that a runtime token carries. */
export type BackendIds = { readonly run: string; readonly job: string };

/** `ACTIONS_RUNTIME_TOKEN` of a job of a run: an unsigned JWT whose `scp` claim names the run, as the client reads it. */
export function runtimeToken(runId: number): string {
  const ids = backendIds(runId);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const scopes = `Actions.GenericRead:00000000-0000-0000-0000-000000000000 Actions.Results:${ids.run}:${ids.job}`;
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ scp: scopes, orch_id: `${ids.run}.agent-eval` })}.unsigned`;
}

/** The ids a token names, or null when it is none of ours. */
export function readRuntimeToken(token: string): BackendIds | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const scopes = typeof claims === 'object' && claims !== null && 'scp' in claims ? String(claims.scp) : '';
    const [, run, job] = /Actions\.Results:([^: ]+):([^: ]+)/.exec(scopes) ?? [];
    return run === undefined || job === undefined ? null : { run, job };
  } catch {
    return null;
  }
}

/** The run a backend id stands for, or null. */
export function runIdOf(backendRunId: string): number | null {
  const digits = /^ce7f54c7-61c7-4aae-887f-(\d{12})$/.exec(backendRunId)?.[1];
  return digits === undefined ? null : Number(digits);
}

function backendIds(runId: number): BackendIds {
  const digits = String(runId).padStart(12, '0');
  return { run: `ce7f54c7-61c7-4aae-887f-${digits}`, job: `ca395085-040a-526b-2ce8-${digits}` };
}
