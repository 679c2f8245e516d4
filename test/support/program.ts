import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Text of a program that tests let run as an agent, a runner or whatever else is not ours: a file of `test/fixtures/agents`. */
export function program(name: string): string {
  return readFileSync(join(import.meta.dirname, '..', 'fixtures', 'agents', name), 'utf8');
}
