import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { always } from '#test/support/always.ts';
import { expectSaid } from '#test/support/said.ts';
import { tries } from '#test/support/tries.ts';
import { causeKind } from '#trials/trial/cause-kind.ts';

test('what two errors are called makes them one cause or two, as the golden file says', () =>
  expectSaid(new URL('golden/causes.txt', import.meta.url), (pair) => {
    const [first, second] = pair.split('\n').map(causeKind);
    return [first === second ? 'one cause' : 'two causes'];
  }));

const type = fc.stringMatching(/^[A-Z][a-z]{0,6}[0-9]{0,2}(?:\.[A-Z][a-z0-9]{1,6})?(?:Error|Exception)$/);
const message = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z0-9:/\\.#() -]{0,40}$/));

test('errors of two types are never one cause, whatever they say', () => {
  always(
    fc.property(type, type, message, message, (left, right, text, otherText) => {
      fc.pre(left !== right);
      expect(causeKind(`${left}: ${text}`)).not.toBe(causeKind(`${right}: ${otherText}`));
    }),
    { numRuns: tries(500) },
  );
});

test('what differs between trials never makes two causes of one', () => {
  const varying = fc.record({
    address: fc.nat(0xffffffff).map((number) => `0x${number.toString(16)}`),
    id: fc.uuid(),
    folder: fc.stringMatching(/^(?:\/[a-z][a-z0-9_]{0,8}){1,4}$/),
    time: fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map((date) => date.toISOString()),
    number: fc.nat(),
  });
  const kindOf = (name: string, { address, id, folder, time, number }: Readonly<Record<string, string | number>>) =>
    causeKind(`${name}: <Row at ${address}> of ${id} in ${folder}/orders.json, line ${number}, at ${time}`);
  always(
    fc.property(type, varying, varying, (name, left, right) => {
      expect(kindOf(name, left)).toBe(kindOf(name, right));
    }),
    { numRuns: tries(500) },
  );
});
