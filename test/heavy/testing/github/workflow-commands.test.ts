import { describe, expect, test } from 'vitest';
import { createLineSplitter } from '#test/testing/github/runner/line-splitter.ts';
import { createMasker } from '#test/testing/github/runner/masker.ts';
import { createStepLog } from '#test/testing/github/runner/step-log.ts';

const TOKEN = '5f3b2c1d-stop';

describe('which lines are commands', () => {
  test.each([
    ['at the start', '::set-output name=passed::true', 'true'],
    ['after white space', ' \t ::set-output name=passed::true', 'true'],
    ['in any case', '::SET-OUTPUT NAME=passed::true', 'true'],
    ['in brackets anywhere', 'agent says ##[set-output name=passed]true', 'true'],
    ['in brackets after colons that are none', ':: ##[set-output name=passed]true', 'true'],
    ['not in the middle of a line', 'agent says ::set-output name=passed::true', undefined],
    ['not of an unknown name', '::set-outputs name=passed::true', undefined],
    ['not without its end', '::set-output name=passed', undefined],
    ['not without a name property', '::set-output::true', undefined],
  ])('%s', (_, line, expected) => {
    expect(read(line).commands.outputs['passed']).toBe(expected);
  });

  test.each([
    ['set-env', '::set-env name=PATH::evil'],
    ['add-path', '::add-path::/evil'],
    ['set-output without a name', '::set-output::x'],
  ])('%s fails the step', (_, line) => {
    const { commands } = read(line);
    expect(commands.failures).toHaveLength(1);
    expect(commands.annotations).toMatchObject([{ level: 'error' }]);
  });
});

describe('escapes are undone', () => {
  test.each([
    ['in data', '::error::a%0Ab%0Dc%25d%3Ae', 'a\nb\rc%d%3Ae'],
    ['once', '::error::%250A', '%0A'],
    ['in brackets', 'x ##[error]a%0Ab%5Dc%3Bd', 'a\nb]c;d'],
  ])('%s', (_, line, message) => {
    expect(read(line).commands.annotations[0]?.message).toBe(message);
  });

  test('in properties, colons and commas too', () => {
    const { commands } = read('::error file=a%3Ab%2Cc.yml,line=3,endLine=4,col=5,endColumn=6,title=T %25::m');
    expect(commands.annotations).toEqual([
      { level: 'error', message: 'm', title: 'T %', file: 'a:b,c.yml', line: 3, endLine: 4, column: 5, endColumn: 6 },
    ]);
  });
});

describe('stop-commands', () => {
  test('nothing is a command until its token comes', () => {
    const { commands } = read(
      `::stop-commands::${TOKEN}`,
      '::set-output name=a::forged',
      'x ##[add-mask]e',
      '::stop-commands::other',
      '::other::',
      `::${TOKEN}::`,
      '::set-output name=b::true',
    );
    expect(commands.outputs).toEqual({ b: 'true' });
    expect(commands.masks).toEqual([]);
  });

  test.each(['', 'error', 'pause-logging'])('the token %j is refused', (token) => {
    const { commands } = read(`::stop-commands::${token}`, '::set-output name=a::true');
    expect(commands.failures).toHaveLength(1);
    expect(commands.outputs).toEqual({ a: 'true' });
  });
});

describe('annotations', () => {
  test('ten of each level are kept, the others only logged', () => {
    const many = ['error', 'warning', 'notice'].flatMap((level) =>
      Array.from({ length: 12 }, (_, index) => `::${level}::${index}`),
    );
    const { commands, lines } = read(...many);
    expect(commands.annotations).toHaveLength(30);
    expect(commands.droppedAnnotations).toEqual({ error: 2, warning: 2, notice: 2 });
    expect(lines).toContain('##[error]11');
  });

  test('a message is cut to 4,096 characters after masking', () => {
    const { commands } = read('::add-mask::secret', `::error::secret${'x'.repeat(5000)}`);
    expect(commands.annotations[0]?.message).toBe(`***${'x'.repeat(4093)}`);
  });
});

describe('masks', () => {
  test('the value and each of its lines vanish from what follows', () => {
    const { lines } = read('before: two', '::add-mask::one%0Atwo', 'one', 'has two here', '::debug::two');
    expect(lines).toEqual(['before: two', '***', 'has *** here']);
  });

  test('a mask hits exact text only', () => {
    const masker = createMasker(['s3cret']);
    expect(masker.mask(`s3cret ${Buffer.from('s3cret').toString('base64')} S3CRET`)).toBe('*** czNjcmV0 S3CRET');
  });

  test('overlapping and touching secrets become one', () => {
    expect(createMasker(['abc', 'bcd', 'ef']).mask('-abcdef-abc-')).toBe('-***-***-');
  });
});

test.each([
  ['LF', ['a\nb\n'], ['a', 'b']],
  ['CR LF, even when cut between', ['a\r', '\nb\r\n'], ['a', 'b']],
  ['a lone CR, so a progress bar can hide no command', ['10%\r::error::x\n'], ['10%', '::error::x']],
  ['the end of the stream', ['a\nb'], ['a', 'b']],
  ['a CR at the end of the stream', ['a\r'], ['a']],
  ['empty lines', ['a\n\nb'], ['a', '', 'b']],
])('lines end as .NET reads them: %s', (_, chunks, expected) => {
  const lines: string[] = [];
  const splitter = createLineSplitter((line) => lines.push(line));
  for (const chunk of chunks) splitter.write(Buffer.from(chunk));
  splitter.end();
  expect(lines).toEqual(expected);
});

function read(...lines: readonly string[]) {
  const log = createStepLog(createMasker(), '/home/runner/space');
  for (const line of lines) log.read(line);
  return log;
}
