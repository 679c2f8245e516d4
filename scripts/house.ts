// npm run house: CI runs it with each change.
/**
 * Prints the size of the code and how far it comes apart, with its limits: `npm run house`. With `-- --places` it lists what it counts. A broken mark that gates fails it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BITE_LINES_BEHAVIOUR } from './house/capabilities.ts';
import { folderKnots } from './house/folder-knots.ts';
import { linesOfCode } from './house/lines-of-code.ts';

/** Code that reads a sentence of our own back, by the name that holds it. To take its lines or its full stop is not to read it. */
const SENTENCE = String.raw`(?:\b|[a-z]|_)(?:message|title|reason|sentence|clause|why|words|what|headline|note)`;
const METHOD = String.raw`(?:includes|startsWith|endsWith|split|replace|match|matchAll|search|indexOf)\((?!'\\n'|/\\\.\$/)`;
const TEST = String.raw`(?<!\[\.!\?\]\$/)\.(?:test|exec)\((?:\w+\.)*`;
const READS_BACK = new RegExp(String.raw`${SENTENCE}\)?\s*\.${METHOD}|${TEST}${SENTENCE}\)`, 'gi');
const SPEAKS = /^src\/(?:gate\/decision|report|runner(?!\/agents|\/workspace)|commands(?!\/terminal))\//;
const EXPORT = /^export (?:async |abstract )*(?:function\*?|const|class|interface|type) (\w+)/gm;
const REQUEST = /^export interface \w*Request .*?^\}/gms;

interface Mark {
  readonly mark: string;
  readonly now: number;
  readonly most: number;
  /** Fails the script when it is broken. */
  readonly gates: boolean;
  /** What planned work may add to it. */
  readonly later?: string;
}

process.chdir(join(import.meta.dirname, '..'));
const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(existsSync);
const src = texts(/^src\/.*\.(?:tsx?|mjs|py)$/);
// Fixtures are data, and the agents are other people's programs.
const tests = texts(/^test\/(?!fixtures\/|heavy\/agents\/).*\.(?:tsx?|mts|mjs|py)$/);
const golden = texts(/^test\/.*\/golden\//).flatMap(({ text }) => text.trimEnd().split('\n'));
const bite = src.filter(({ path }) => BITE_LINES_BEHAVIOUR.some((of) => path === of || path.startsWith(`${of}/`)));
const knots = folderKnots(src);
const readBack = src.flatMap(({ path, text }) => (SPEAKS.test(path) ? placesIn(path, text) : []));
const requests = src.flatMap(({ text }) => text.match(REQUEST) ?? []);
const exported = src.flatMap(({ text }) => [...new Set(Array.from(text.matchAll(EXPORT), ([, name]) => name))]);
const twice = new Set(exported.filter((name, index) => exported.indexOf(name) !== index));
// The table of codes, and the tables that it joins.
const [, joined = ''] = /interface FactsOf extends ([^{]*) \{/.exec(src.map(({ text }) => text).join('\n')) ?? [];
const tables = new RegExp(
  String.raw`^(?:export )?interface (?:FactsOf|${joined.replaceAll(', ', '|')})\b.*?^\}`,
  'gms',
);
const codes = texts(/^src\/gate\/decision\/(?:terms\/reason-code|facts\/[^/]*)\.ts$/)
  .flatMap(({ text }) => text.match(tables) ?? [])
  .flatMap((body) => body.match(/^ {2}readonly \w+/gm) ?? []);
if (codes.length === 0) throw new Error('no reason code found: its table is elsewhere now');
const words = texts(/^docs\/[^/]*\.md$/).flatMap(({ text }) => text.match(/\S+/g) ?? []);
const readme = texts(/^README\.md$/).flatMap(({ text }) => text.trimEnd().split('\n'));

const marks: readonly Mark[] = [
  { mark: 'lines of src', now: lines(src), most: 62_000, gates: false, later: '+1,900 other runners, +1,900 bite' },
  { mark: 'lines of test', now: lines(tests), most: 76_000, gates: false, later: '+750 other runners' },
  // No code, but tests too: what moves there from code has not left.
  { mark: 'lines of golden files', now: golden.length, most: Number.POSITIVE_INFINITY, gates: false },
  { mark: 'lines of src/gate/decision', now: lines(texts(/^src\/gate\/decision\//)), most: 5_000, gates: false },
  { mark: 'lines of bite, lines and behaviour', now: lines(bite), most: 1_900, gates: false },
  { mark: 'folders in the largest knot', now: knots[0]?.length ?? 0, most: 4, gates: true },
  { mark: 'folders in knots', now: knots.flat().length, most: 16, gates: true },
  { mark: 'places that read words back', now: readBack.length, most: 0, gates: true },
  { mark: 'reason codes', now: codes.length, most: 80, gates: false },
  { mark: 'fields of the largest request', now: Math.max(...requests.map(fieldsOf)), most: 15, gates: true },
  { mark: 'exported names that exist twice', now: twice.size, most: 20, gates: true },
  { mark: 'words of docs/*.md', now: words.length, most: 30_000, gates: false },
  { mark: 'lines of README.md', now: readme.length, most: 180, gates: false },
];
console.table(marks.map(({ now, most, ...rest }) => ({ ...rest, now, most, ok: now <= most })));
if (process.argv.includes('--places')) console.log([...readBack, ...knots.map(String), ...twice].join('\n'));
process.exitCode = marks.some(({ now, most, gates }) => gates && now > most) ? 1 : 0;

function texts(paths: RegExp) {
  return tracked.filter((path) => paths.test(path)).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

function lines(files: ReturnType<typeof texts>): number {
  return files.reduce((sum, { path, text }) => sum + linesOfCode(path, text), 0);
}

function placesIn(path: string, text: string): readonly string[] {
  return Array.from(text.matchAll(READS_BACK), ({ index }) => `${path}:${text.slice(0, index).split('\n').length}`);
}

function fieldsOf(body: string): number {
  return body.split(/^ {2}readonly /m).length - 1;
}
