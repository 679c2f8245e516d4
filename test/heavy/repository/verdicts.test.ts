import { basename, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Files that write a decision down as it is: from findings, into a report, and that without secrets. */
const MAY_WRITE = ['verdict-file.ts', 'conclude.ts', 'build-report.ts'];

/** Whatever has all of these is a decision, or a report of one. */
const PARTS = ['verdict', 'heading', 'reasons'];

/** Lines that would write another verdict over one that was concluded; each is looked at as if it stood in `src`. */
const REWRITES = [
  "export const a = (own: Decision) => ({ ...own, verdict: 'error' as const });",
  'export const b = (own: Decision) => ({ ...own, heading: { ...own.heading, more: 0 } });',
  "export const c = (own: Decision): Decision => ({ verdict: 'pass', heading: own.heading, reasons: [], decision: own.decision });",
  "export const d = (own: { readonly report: Report }) => ({ ...own.report, ...{ verdict: 'pass' } });",
];
const SAMPLE = 'src/runner/sample.ts';
const SAMPLE_TEXT = [
  "import type { Decision } from '#gate/decision/terms/decision.ts';",
  "import type { Report } from '#report/report.ts';",
  ...REWRITES,
].join('\n');

const found = writers();

test('only conclude() makes a verdict or a heading, from findings: nothing in src writes another one over it', () => {
  expect(found.filter(({ path }) => path !== SAMPLE && !MAY_WRITE.includes(basename(path)))).toEqual([]);
});

test.each(REWRITES)('a line like this would be found: %s', (line) => {
  expect(found.filter(({ path }) => path === SAMPLE).map(({ text }) => text)).toContain(line);
});

test('every file that may write a decision down does', () => {
  expect(MAY_WRITE.filter((file) => !found.some(({ path }) => basename(path) === file))).toEqual([]);
});

interface Place {
  readonly path: string;
  /** The line that the object begins on. */
  readonly text: string;
}

/** Objects of `src` that have all that makes a decision and set any of it. */
function writers(): readonly Place[] {
  const program = programOfSource();
  const checker = program.getTypeChecker();
  const places: Place[] = [];
  for (const file of program.getSourceFiles()) {
    const path = relative(root, file.fileName);
    if (!path.startsWith('src/')) continue;
    const lines = file.text.split('\n');
    const visit = (node: ts.Node): void => {
      if (ts.isObjectLiteralExpression(node) && setsAny(node) && isDecision(checker.getTypeAtLocation(node)))
        places.push({ path, text: lines[file.getLineAndCharacterOfPosition(node.getStart()).line] ?? '' });
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return places;
}

function isDecision(type: ts.Type): boolean {
  return PARTS.every((name) => type.getProperty(name) !== undefined);
}

function setsAny({ properties }: ts.ObjectLiteralExpression): boolean {
  return properties.some((property) => {
    if (!ts.isSpreadAssignment(property)) return PARTS.includes(property.name.getText());
    return ts.isObjectLiteralExpression(property.expression) && setsAny(property.expression);
  });
}

function programOfSource(): ts.Program {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config;
  const { fileNames, options } = ts.parseJsonConfigFileContent({ ...config, include: ['src'] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const sample = join(root, SAMPLE);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === sample || fileExists(name);
  host.getSourceFile = (name, language, ...more) =>
    name === sample ? ts.createSourceFile(name, SAMPLE_TEXT, language, true) : getSourceFile(name, language, ...more);
  return ts.createProgram([...fileNames, sample], options, host);
}
