import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { causeKind } from '#trials/trial/cause-kind.ts';

describe('one cause', () => {
  test.each([
    ['numbers', 'ValueError: row 17 of 20 is empty', 'ValueError: row 3 of 20 is empty'],
    [
      'addresses',
      'TypeError: <Agent object at 0x7f01> is not callable',
      'TypeError: <Agent object at 0xab> is not callable',
    ],
    ['ids', "KeyError: 'A89268'", "KeyError: 'B10001'"],
    ['ids of calls', 'Error: no result for call_9f3kQ2x1', 'Error: no result for call_0Zk1m2aa'],
    [
      'unique ids',
      'Error: lock 7d4f5a10-9a61-4b0b-8e6a-0d6c1b2a3f4e is held',
      'Error: lock 00000000-0000-4000-8000-000000000000 is held',
    ],
    ['times', 'Error: expired at 2026-03-02T08:00:00.123Z', 'Error: expired at 2026-03-04 09:13:59'],
    ['hours', 'Error: expired at 08:00:00', 'Error: expired at 09:13:59.5'],
    [
      'folders',
      "FileNotFoundError: [Errno 2] No such file or directory: '/tmp/tmpab12cd/orders.json'",
      "FileNotFoundError: [Errno 2] No such file or directory: '/tmp/tmpzz_fgh/orders.json'",
    ],
    ['scratch files', "OSError: can't write /tmp/tmpqwertyui", "OSError: can't write /tmp/tmpasdfghjk"],
    ['folders of Windows', 'Error: C:\\a\\1\\orders.json is locked', 'Error: D:\\b\\2\\orders.json is locked'],
  ])('may differ in %s', (_, one, other) => expect(causeKind(one)).toBe(causeKind(other)));
});

describe('two causes', () => {
  test.each([
    ['types', 'KeyError: 1', 'IndexError: 1'],
    ['types that differ in a digit', 'Http2Error: closed', 'Http3Error: closed'],
    ['types within what a framework says', 'Error: NameError("x")', 'Error: TypeError("x")'],
    ['types with a code', 'Error [ERR_A1]: x', 'Error [ERR_A2]: x'],
    ['tools', 'tool refund1: KeyError: 1', 'tool refund2: KeyError: 1'],
    ['files', "FileNotFoundError: '/a/orders.json'", "FileNotFoundError: '/a/prompt.md'"],
    ['statuses', 'APIError: status 404', 'APIError: status 500'],
    ['codes', 'the agent exited with code 1', 'the agent exited with code 137'],
    ['words', "NameError: name 'refund' is not defined", "NameError: name 'order' is not defined"],
  ])('differ in their %s', (_, one, other) => expect(causeKind(one)).not.toBe(causeKind(other)));
});

const type = fc.stringMatching(/^[A-Z][a-z]{0,6}[0-9]{0,2}(?:\.[A-Z][a-z0-9]{1,6})?(?:Error|Exception)$/);
const message = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z0-9:/\\.#() -]{0,40}$/));

test('errors of two types are never one cause, whatever they say', () => {
  always(
    fc.property(type, type, message, message, (one, other, said, alsoSaid) => {
      fc.pre(one !== other);
      expect(causeKind(`${one}: ${said}`)).not.toBe(causeKind(`${other}: ${alsoSaid}`));
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
  const said = (name: string, { address, id, folder, time, number }: Readonly<Record<string, string | number>>) =>
    causeKind(`${name}: <Row at ${address}> of ${id} in ${folder}/orders.json, line ${number}, at ${time}`);
  always(
    fc.property(type, varying, varying, (name, one, other) => {
      expect(said(name, one)).toBe(said(name, other));
    }),
    { numRuns: tries(500) },
  );
});
