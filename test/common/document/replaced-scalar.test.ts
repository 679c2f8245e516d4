import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { withNameReplaced } from '#common/document/replaced-scalar.ts';

const CONFIG = `# gpt-5 is today's
version: 1
agent: &a
  openai: {model: "gpt-5", prompt: p.md}   # gpt-5
  args: [--model=gpt-5, openai/gpt-5, gpt-5-mini]
judge: {openai: {model: gpt-5}}
same: [&one gpt-5, *one]
long: |
  gpt-5
`;

it.each([
  [['agent', 'openai', 'model'], '{model: "gpt-5", prompt', '{model: "new-1", prompt'],
  [['agent', 'args', 0], '--model=gpt-5,', '--model=new-1,'],
  [['agent', 'args', 1], 'openai/gpt-5,', 'openai/new-1,'],
  [['judge', 'openai', 'model'], 'judge: {openai: {model: gpt-5}}', 'judge: {openai: {model: new-1}}'],
])('a name at %j is another one, and nothing else changes', (path, before, after) => {
  expect(withNameReplaced(CONFIG, path, 'gpt-5', 'new-1')).toBe(CONFIG.replace(before, after));
});

it.each([
  ['another name begins so', ['agent', 'args', 2]],
  ['the place is an alias', ['same', 1]],
  ['an alias elsewhere means it', ['same', 0]],
  ['nothing stands there', ['agent', 'anthropic', 'model']],
  ['a mapping stands there', ['agent', 'openai']],
])('nothing is written where %s', (_, path) => {
  expect(withNameReplaced(CONFIG, path, 'gpt-5', 'new-1')).toBeNull();
});

it('whatever a document holds, only the place changes, or nothing does', () => {
  const name = fc.constantFrom('gpt-5', 'gpt-5-mini', 'a b', '', '"gpt-5"', 'x: gpt-5', '- gpt-5', 'gpt-5 #', '\n');
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.constantFrom('a', 'b'), name), { minLength: 1 }),
      fc.boolean(),
      (rows, json) => {
        const text = json ? JSON.stringify(rows) : stringify(rows);
        const changed = withNameReplaced(text, [0, 'a'], 'gpt-5', 'new-1');
        if (changed === null) return;
        expect(changed.replace('new-1', 'gpt-5')).toBe(text);
        expect(changed.split('new-1')).toHaveLength(2);
      },
    ),
  );
});
