import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AS_WRITTEN } from '#cases/dialects/case-reading.ts';
import { parseCases } from '#cases/dialects/parse-cases.ts';
import type { Case } from '#cases/suite/case.ts';
import { demoFiles } from '#commands/cli/demo-files.ts';
import { starterFiles } from '#commands/cli/starter/starter-files.ts';
import { formatIssue } from '#common/document/format-issue.ts';
import { parseSoundDocuments } from '#common/document/parsing/parse-documents.ts';
import { biteWarnings, dullCases } from '#gate/bite/dull-cases.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { ofKind } from './support/documents.ts';

/** No case that we show to people passes with an agent that says nothing, or repeats the question. */
const root = resolve(import.meta.dirname, '../..');
const warnings = (cases: readonly Case[]) => biteWarnings(dullCases(cases)).map(formatIssue);

function casesIn(text: string, place: string): readonly Case[] {
  const parsed = parseSoundDocuments(text, place);
  mustBeRead(parsed);
  return parseCases(parsed, AS_WRITTEN).cases;
}

describe('every case bites', () => {
  test.each(readdirSync(join(root, 'examples')).filter((name) => !name.includes('.')))(
    'of examples/%s',
    async (name) => {
      const files = workspaceFiles(root, join(root, 'examples', name), 'agent-eval.yml');
      const loaded = await loadSuite(files, 'agent-eval.yml', { ids: [], tags: [] });
      expect('suite' in loaded && warnings(loaded.suite.cases)).toEqual([]);
    },
  );

  test.each(ofKind('cases'))('of the sample at $place', ({ text }) => {
    expect(warnings(casesIn(text, 'sample.yml'))).toEqual([]);
  });

  test.each([
    ['init', starterFiles('python').find(({ path }) => path.startsWith('evals/'))?.text],
    ['demo', Object.entries(demoFiles('node')).find(([, text]) => text.startsWith('cases:'))?.[1]],
  ])('that %s writes', (name, text = '') => {
    const cases = casesIn(text, `${name}.yml`);
    expect(cases.length).toBeGreaterThanOrEqual(3);
    expect(warnings(cases)).toEqual([]);
  });
});
