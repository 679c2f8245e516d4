import { expect, test } from 'vitest';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import { annotations } from '#report/outputs/annotations.ts';
import { renderJunit } from '#report/outputs/render-junit.ts';
import { renderTerminal } from '#report/outputs/render-terminal.ts';
import { reportOfBranch } from './report-of.ts';
import { SITUATIONS } from './situations.ts';

test.each(Object.entries(SITUATIONS))(
  'a branch called trunk is called trunk in comment, terminal, JUnit and marks: %s',
  (_, situation) => {
    const report = reportOfBranch(situation, 'trunk');
    const texts = [
      renderMarkdown(report, COMMENT_BYTES),
      renderTerminal(report, { colours: false, columns: null, detail: 'verbose' }),
      renderJunit(report),
      annotations(report)
        .map(({ title, message }) => `${title}: ${message}`)
        .join('\n'),
    ];
    // What the situations themselves say of main's runs is as they say it.
    const told = /the run of \S+ on main.*$|no run of main has uploaded/gim;
    const said = texts.join('\n').replace(told, '');
    expect(said.match(/^.*\bmain\b.*$/gim) ?? []).toEqual([]);
  },
);
