import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { casesYaml } from '#commands/cli/cases/cases-yaml.ts';
import { suiteOf } from '../../runner/in-memory.ts';

test('a case as YAML reads back as it is, whatever its names and values mean to YAML', async () => {
  const { cases } = await suiteOf([{ id: 'a', input: 'x', expect: { completes: true } }]);
  const args = { '<<': { a: 1 }, yes: 'no', '~': 'null', '1': '1e3', ': ': '- x', '#': '*a' };
  const text = casesYaml(
    cases,
    () => {},
    () => ({ id: 'a', input: 'x', expect: { tools: { calls: [{ name: '<<', args }] } } }),
  );
  for (const merge of [true, false])
    expect(parse(text, { merge }).cases[0].expect.tools.calls).toEqual([{ name: '<<', args }]);
});
