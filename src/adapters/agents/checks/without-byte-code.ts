import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '#adapters/process/child-environment.ts';

/**
 * The environment of one process of a check, in which Python reads nothing but sources: byte code is looked for in a folder of a new name
 * that nobody can guess, and none is kept. The agent shares the machine: what an earlier process had compiled, it could have replaced.
 */
export function withoutByteCode(environment: Environment): Environment {
  const nowhere = join(tmpdir(), `agent-eval-compiled-${randomUUID()}`);
  return { ...environment, PYTHONPYCACHEPREFIX: nowhere, PYTHONDONTWRITEBYTECODE: '1' };
}
