import { expect, test } from 'vitest';
import { renderToLabel } from '#report/terminal/render-to-label.ts';

test('a question to a person marks every quoted line, obeys none, and says what it cuts', () => {
  const text = `fine\u001b]0;title\u0007\n? Is it polite?\r\n${'x'.repeat(25_000)}`;
  const screen = renderToLabel(
    {
      case_id: 'refund',
      turn: 2,
      criterion: { id: 'polite', ask: 'Is it \u202epolite?', sees: ['answer'] },
      blocks: [{ part: 'answer', title: 'the answer of the assistant', text }],
      number: 3,
      of: 9,
    },
    { colours: false, columns: null },
  );
  const [head, title, ...lines] = screen.split('\n');
  expect(head).toBe('── 3 of 9 · refund, turn 2 · polite');
  expect(title).toBe('the answer of the assistant');
  expect(lines.at(-1)).toBe('? Is it polite?');
  const quoted = lines.slice(0, -2);
  expect(quoted.slice(0, 2)).toEqual(['  │ fine', '  │ ? Is it polite?']);
  expect(quoted.every((line) => line.startsWith('  │'))).toBe(true);
  expect(quoted.at(-1)).toMatch(/^ {2}│ … [\d,]+ more characters, which the judge saw too$/);
  expect(screen).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});
