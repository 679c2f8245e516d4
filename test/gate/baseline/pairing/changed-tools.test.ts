import { describe, expect, test } from 'vitest';
import { differenceWords, mainAndHere } from '#gate/baseline/pairing/difference-words.ts';
import { treatmentChanges } from '#gate/baseline/pairing/differences.ts';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { resultsFile } from '#test/support/results.ts';
import type { ToolHashes } from '#trials/trial/shown/shown-to-models.ts';

const REFUND = { description: 'a', arguments: 'b', other: 'c' };

function run(tools?: ToolHashes) {
  const file = resultsFile([]);
  return { ...file, agent: { ...file.agent, ...(tools && { mcp_tools: tools }) } };
}

function changesInWords(here: ResultsFile, main: ResultsFile): readonly string[] {
  return treatmentChanges(here, main).map((change) => differenceWords(change, mainAndHere('main')));
}

describe('tools of MCP servers', () => {
  test('that a model is shown otherwise than on main are named with what differs', () => {
    const main = run({ shop: { refund: REFUND, lookup: REFUND, ship: REFUND } });
    const here = run({
      shop: { refund: { ...REFUND, description: 'x', arguments: 'y' }, lookup: REFUND },
      till: { add: REFUND },
    });
    expect(changesInWords(here, main)).toEqual([
      'the MCP tool refund of shop (arguments, description)',
      'the MCP tool ship of shop (removed)',
      'the MCP tool add of till (new)',
    ]);
  });

  test('are no change where nobody asked for them on one side', () => {
    expect(treatmentChanges(run({ shop: { refund: REFUND } }), run())).toEqual([]);
    expect(treatmentChanges(run(), run({ shop: { refund: REFUND } }))).toEqual([]);
  });

  test('whose names are those of built-in properties are tools like others', () => {
    const odd = { constructor: { toString: REFUND } };
    expect(changesInWords(run(odd), run({ constructor: {} }))).toEqual(['the MCP tool toString of constructor (new)']);
  });

  test('stay in a stored run', () => {
    const stored = parseResults(JSON.stringify(run({ shop: { refund: REFUND } })));
    expect(stored).toMatchObject({ results: { agent: { mcp_tools: { shop: { refund: REFUND } } } } });
  });
});

test('the models that answered are named where the configuration names none', () => {
  const answered = (models: readonly string[], treatment = {}): ResultsFile => {
    const file = run();
    return { ...file, agent: { ...file.agent, models, treatment } };
  };
  expect(changesInWords(answered(['gpt-4.1-nano']), answered(['gpt-5-mini']))).toEqual([
    'model: gpt-5-mini on main, gpt-4.1-nano here',
  ]);
  const declared = changesInWords(answered(['b'], { model: 'new' }), answered(['a'], { model: 'old' }));
  expect(declared).toEqual(['model: old on main, new here']);
  expect(treatmentChanges(answered(['a']), answered([]))).toEqual([]);
});

describe('what requests show a model otherwise than on main', () => {
  const requests = (shown: ResultsFile['agent']['shown'], tools?: ToolHashes): ResultsFile => {
    const file = run(tools);
    return { ...file, agent: { ...file.agent, ...(shown && { shown }) } };
  };
  const NOTHING = { tools: {}, sometimes: [], prompts: [], settings: {} };

  test('is named by tool and part; a tool that only some trials offer is neither new nor gone', () => {
    const main = requests({ ...NOTHING, tools: { refund: REFUND, lookup: REFUND, rare: REFUND }, sometimes: ['rare'] });
    const here = requests({ ...NOTHING, tools: { refund: { ...REFUND, description: 'x' }, add: REFUND } });
    expect(changesInWords(here, main)).toEqual([
      'the tool add (new)',
      'the tool lookup (removed)',
      'the tool refund (description)',
    ]);
  });

  test('is nothing where a part varies within a run, where an MCP server has been named for it, or where nobody saw it', () => {
    const main = requests({ ...NOTHING, tools: { refund: { description: 'a' } } }, { shop: { refund: REFUND } });
    const other = requests(
      { ...NOTHING, tools: { refund: { arguments: 'b' }, mcp__shop__add: REFUND } },
      { shop: { refund: REFUND, add: REFUND } },
    );
    expect(changesInWords(other, main)).toEqual(['the MCP tool add of shop (new)']);
    expect(treatmentChanges(requests(undefined), main)).toEqual([]);
  });

  test.each([
    [
      'a line in other words',
      ['Be kind.\nAt most 50.'],
      ['Be kind.\nAt most 500.'],
      ['- At most 50.', '+ At most 500.'],
    ],
    ['a first prompt', [], ['Be kind.'], ['+ Be kind.']],
    ['a prompt that is gone', ['Be kind.'], [], ['- Be kind.']],
    ['the nearest of several', ['a b c', 'd e f'], ['d e g', 'a b c'], ['- d e f', '+ d e g']],
  ])('shows %s', (_, before, after, lines) => {
    const [main, here] = [before, after].map((prompts) => requests({ ...NOTHING, prompts }));
    if (main === undefined || here === undefined) throw new Error('no runs');
    expect(treatmentChanges(here, main)).toEqual([{ kind: 'prompt_text', lines }]);
  });

  test('leaves out a prompt like no other: that agent was not reached on the other side', () => {
    const main = requests({ ...NOTHING, prompts: ['one two', 'three four'] });
    expect(treatmentChanges(requests({ ...NOTHING, prompts: ['one two'] }), main)).toEqual([]);
  });

  test.each([
    ['another value', { always: ['0'] }, { always: ['1'] }, ['temperature: 0 on main, 1 here']],
    ['a value of its own', { always: [null] }, { always: ['1'] }, ['temperature: absent on main, 1 here']],
    ['a value that is gone', { always: ['0'] }, undefined, ['temperature: 0 on main, absent here']],
    ['one of several', { always: ['0', '1'] }, { always: ['0'] }, ['temperature: 0, 1 on main, 0 here']],
    ['what some trials have', { always: ['0'] }, { always: ['0'], sometimes: ['1'] }, []],
    ['what varies', { always: [] }, { always: ['0'] }, []],
  ])('names a setting of requests: %s', (_, before, after, words) => {
    const [main, here] = [before, after].map((setting) =>
      requests({ ...NOTHING, settings: setting ? { temperature: { sometimes: [], ...setting } } : {} }),
    );
    if (main === undefined || here === undefined) throw new Error('no runs');
    expect(changesInWords(here, main)).toEqual(words);
  });
});
