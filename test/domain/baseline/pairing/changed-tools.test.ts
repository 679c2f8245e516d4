import { describe, expect, test } from 'vitest';
import { differenceWords, mainAndHere } from '#domain/baseline/pairing/difference-words.ts';
import { treatmentChanges } from '#domain/baseline/pairing/differences.ts';
import { parseResults } from '#domain/baseline/results/parse-results.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { ToolHashes } from '#domain/trial/tool-hashes.ts';
import { resultsFile } from '#test/support/results.ts';

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
