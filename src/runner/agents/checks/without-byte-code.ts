import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '#process/child-environment.ts';

/**
 * The environment of one check process, in which Python loads only sources: byte code is looked up in a folder with a new
 * random name, and none is written. The agent shares the machine and could have replaced what an earlier process compiled.
 */
export function withoutByteCode(environment: Environment): Environment {
  const nowhere = join(tmpdir(), `agent-eval-compiled-${randomUUID()}`);
  return { ...environment, PYTHONPYCACHEPREFIX: nowhere, PYTHONDONTWRITEBYTECODE: '1' };
}
