import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The cells of a table of bench/gate/tables.md, by row and column. */
function table(title: string): (row: string, column: string) => readonly string[] {
  const text = read('bench/gate/tables.md').split(`: ${title}`)[1] ?? expect.fail(title);
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  const cells = (line = '') =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const heads = cells(lines[0]);
  return (row, column) => {
    const line = lines.map(cells).find(([first]) => first === row) ?? expect.fail(row);
    return line[heads.indexOf(column)]?.split(' / ') ?? expect.fail(column);
  };
}

const unchanged = table('graded suite, trials by suite size, fresh trials decide');
const broken = table('the same suites');

test.each(['5', '20', '50'])('the rates that decision.md promises are those of bench:gate: %s cases', (cases) => {
  const [red, open, looks, fresh] = unchanged(cases, '1 run of main');
  const fall = broken(cases, '−10 points, 1 run of main').join(' / ');
  const one = broken(cases, 'one case 95 → 10 %, 1 run of main').join(' / ');
  expect(read('docs/decision.md')).toContain(
    `\n| ${cases} | ${red} / ${open} | ${looks} + ${fresh} | ${fall} | ${one} |\n`,
  );
});

test('the trials of a harmless change are one figure everywhere, that of twenty cases', () => {
  const [, , looks, fresh] = unchanged('20', '1 run of main').map(Number);
  const of = (figure = 0) => Math.round(figure);
  expect(read('README.md')).toContain(
    `A harmless change takes [${of(looks)} trials](docs/decision.md#measured) of each of 20 cases, and ${of(fresh)} fresh ones.`,
  );
  const [seen] = broken('20', '−10 points, 3 runs of main').map(Number);
  expect(read('docs/decision.md')).toContain(`With three runs of main, twenty cases show −10 points in ${of(seen)} %.`);
});
