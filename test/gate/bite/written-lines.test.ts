import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { lineToWrite } from '#gate/bite/mutants/fault.ts';
import { always } from '#test/support/always.ts';

test('a hint can be pasted: it reads back as the names and values that it is made of', () => {
  const text = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom('<<', 'yes', 'no', 'null', 'a: b', '#x', '12', '-'),
  );
  always(
    fc.property(text, text, fc.string({ maxLength: 200 }), (name, other, value) => {
      expect(parse(lineToWrite({ kind: 'left_out', name }) ?? '')).toEqual({ tools: [name] });
      expect(parse(lineToWrite({ kind: 'swapped', first: name, second: other }) ?? '')).toEqual({
        before: [[name, other]],
      });
      const argument = { kind: 'argument', name, path: [name, other], value, instead: '' } as const;
      const args = parse(lineToWrite(argument) ?? '', { mapAsMap: true, merge: true });
      expect(args.get('args').get(name).get(other)).toBe(value);
    }),
  );
});
