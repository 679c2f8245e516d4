import { appendFileSync } from 'node:fs';

/** Writes the names of its inputs to its outputs and what they ask for to its streams, then exits as asked. */
const environment = process.env;
const inputs = Object.keys(environment).filter((name) => name.startsWith('INPUT_'));
appendFileSync(environment['GITHUB_OUTPUT'] ?? '', `inputs=${inputs.sort()}\n`);
process.stdout.write(environment['INPUT_STDOUT'] ?? '');
process.stderr.write(environment['INPUT_STDERR'] ?? '');
process.exitCode = Number(environment['INPUT_EXIT-CODE'] ?? '0');
