import { appendFileSync, readFileSync } from 'node:fs';

/** Writes what the runner gave it to its outputs and what its inputs ask for to its streams, then exits as asked. */
const given = process.env;
const payload = JSON.parse(readFileSync(given['GITHUB_EVENT_PATH'] ?? '', 'utf8'));
const shown = [
  'GITHUB_SHA',
  'GITHUB_REF',
  'GITHUB_HEAD_REF',
  'GITHUB_BASE_REF',
  'GITHUB_EVENT_NAME',
  'GITHUB_WORKFLOW_REF',
];

appendFileSync(given['GITHUB_OUTPUT'] ?? '', shown.map((name) => `${name}=${given[name]}\n`).join(''));
appendFileSync(given['GITHUB_OUTPUT'] ?? '', `repository-id=${payload.repository.id}\n`);
appendFileSync(
  given['GITHUB_OUTPUT'] ?? '',
  `inputs=${Object.keys(given)
    .filter((name) => name.startsWith('INPUT_'))
    .sort()}\n`,
);
appendFileSync(given['GITHUB_OUTPUT'] ?? '', `cwd=${process.cwd()}\n`);
appendFileSync(given['GITHUB_STEP_SUMMARY'] ?? '', given['INPUT_SUMMARY'] ?? '');
process.stdout.write(given['INPUT_STDOUT'] ?? '');
process.stderr.write(given['INPUT_STDERR'] ?? '');
process.exitCode = Number(given['INPUT_EXIT-CODE'] ?? '0');
