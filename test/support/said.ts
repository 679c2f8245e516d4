import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { TOOL } from '#common/tool.ts';

/** The lines that are said of a text. */
export type Say = (text: string) => readonly string[] | Promise<readonly string[]>;

/**
 * A golden file of texts and of what is said of each: blocks with an empty line between them, each a text, below a line
 * `# what it shows` where that helps, and a line `→ …` for each line that is said. `UPDATE_GOLDEN=1` writes again what is
 * said; the diff is then for a person to judge.
 */
export async function expectSaid(file: URL, say: Say): Promise<void> {
  const fresh: string[] = [];
  for (const block of readFileSync(file, 'utf8').trimEnd().split('\n\n')) {
    const question = block.split('\n').filter((line) => !line.startsWith('→ '));
    const answers = await say(question.filter((line) => !line.startsWith('# ')).join('\n'));
    fresh.push([...question, ...answers.map((line) => `→ ${line.replaceAll('\n', '\\n')}`)].join('\n'));
  }
  expectGolden(file, `${fresh.join('\n\n')}\n`);
}

/** The same of short texts: a line `text → what is said` each, a JSON text where it is in quotes; other lines stay. */
export function expectSaidByLine(file: URL, say: (text: string) => string): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  const fresh = lines.map((line) => {
    const [text = '', answer] = line.split(' → ');
    return answer === undefined ? line : `${text} → ${say(text.startsWith('"') ? JSON.parse(text) : text)}`;
  });
  expectGolden(file, fresh.join('\n'));
}

/** A release leaves golden files as they are: the version that commands name is `#VERSION` there. */
function expectGolden(file: URL, said: string): void {
  const golden = said.replaceAll(`#v${TOOL.version}`, '#VERSION');
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, golden);
  expect(golden).toBe(readFileSync(file, 'utf8'));
}
