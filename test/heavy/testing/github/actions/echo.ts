import { appendFileSync } from 'node:fs';

/** Writes the names of its inputs to its outputs and what they ask for to its streams, then exits as asked. */
const given = process.env;
const inputs = Object.keys(given).filter((name) => name.startsWith('INPUT_'));
appendFileSync(given['GITHUB_OUTPUT'] ?? '', `inputs=${inputs.sort()}\n`);
process.stdout.write(given['INPUT_STDOUT'] ?? '');
process.stderr.write(given['INPUT_STDERR'] ?? '');
process.exitCode = Number(given['INPUT_EXIT-CODE'] ?? '0');
