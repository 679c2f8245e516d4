import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evidenceOf } from '#report/evidence.ts';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import { annotations } from '#report/outputs/annotations.ts';
import { renderJunit } from '#report/outputs/render-junit.ts';
import { renderTerminal } from '#report/outputs/render-terminal.ts';
import { redactReport } from '#report/redaction/redact-data.ts';
import { secretRedactor } from '#report/redaction/redaction.ts';
import type { Report } from '#report/report.ts';
import { always } from '#test/support/always.ts';
import { trialRecord } from '#test/support/results.ts';
import { tries } from '#test/support/tries.ts';
import { aTrial } from '../../trials/trial/build-trial.ts';
import { withTexts } from '../arbitrary-report.ts';
import { markdownProblems } from '../markdown-checker.ts';
import { reportOf } from '../report-of.ts';
import { anySecret, leaks } from '../secrets.ts';
import { SITUATIONS } from '../situations.ts';
import { SPELLINGS } from '../spellings.ts';
import { xmlProblem } from '../xml-checker.ts';

const FULL = reportOf(SITUATIONS['everything-moved'] ?? expect.fail());

/** Every text document of a report. */
function documents(report: Report): readonly string[] {
  return [
    renderMarkdown(report, COMMENT_BYTES),
    renderJunit(report),
    renderTerminal(report, { colours: false, columns: null }),
    JSON.stringify(annotations(report)),
  ];
}

const CLEAN = documents(withTexts(FULL, () => 'before after'));

describe('a secret is in no document, however it is spelled', () => {
  describe.each(Object.entries(SPELLINGS))('%s', (_, spell) => {
    test('nothing of it is left in a text', () => {
      always(
        fc.property(anySecret, (secret) => {
          const text = `before ${spell(secret)} after`;
          expect(leaks(secretRedactor([secret])(text), secret, 'before *** after')).toEqual([]);
        }),
        { numRuns: tries(60) },
      );
    });

    test('nothing of it is left in what is rendered, and everything is whole', () => {
      always(
        fc.property(anySecret, (secret) => {
          const redact = secretRedactor([secret]);
          const made = documents(
            redactReport(
              withTexts(FULL, () => `before ${spell(secret)} after`),
              redact,
            ),
          );
          expect(made.flatMap((text, index) => leaks(text, secret, CLEAN[index] ?? ''))).toEqual([]);
          expect(markdownProblems(made[0] ?? '')).toEqual([]);
          expect(xmlProblem(made[1] ?? '')).toBeNull();
        }),
        { numRuns: tries(8) },
      );
    });
  });

  test('an answer that is cut in the middle of a secret shows nothing of it', () => {
    always(
      fc.property(anySecret, fc.integer({ min: 0, max: 60 }), (secret, shift) => {
        const output = `${'.'.repeat(1500 - shift)}${secret}`;
        const evidence = evidenceOf(aTrial([{ output }]), trialRecord());
        expect(leaks(secretRedactor([secret])(evidence.output ?? ''), secret, '')).toEqual([]);
      }),
    );
  });

  test('each line of a secret is one, and white space around it is none', () => {
    const redact = secretRedactor(['\n  first-line-abc \r\n\tsecond-line-def\nshort\n']);
    expect(redact('first-line-abc, second-line-def; short first-line')).toBe('***, ***; short first-line');
  });

  test('of several secrets, overlapping ones too, nothing is left', () => {
    expect(secretRedactor(['abcdefghij', 'ghijklmnop', 'bcdefg'])('x abcdefghijklmnop y bcdefg')).toBe('x *** y ***');
  });
});

describe('what is no secret stays as it is', () => {
  test('texts without the secret come back byte for byte', () => {
    const texts = documents(FULL);
    always(
      fc.property(anySecret, (secret) => {
        const redact = secretRedactor([secret]);
        for (const text of texts) if (leaks(text, secret, '').length === 0) expect(redact(text)).toBe(text);
      }),
      { numRuns: tries(20) },
    );
  });

  test.each([':', ', 0x', '\n', ' - ', '\\x'])(
    'digits with %j between them are found, and other digits stay',
    (mark) => {
      const apart = (text: string) =>
        Buffer.from(text)
          .toString('hex')
          .replace(/..(?=.)/g, `$&${mark}`);
      const redact = secretRedactor(['hush-hush-1']);
      expect(redact(`a ${apart('hush-hush-1')} b ${apart('user:HUSH')}`)).toBe(`a *** b ${apart('user:HUSH')}`);
    },
  );

  test('what is too short is not looked for in base64 and hexadecimal either', () => {
    const text = `${btoa('12345')} 3132333435`;
    expect(secretRedactor(['12345'])(text)).toBe(text);
  });

  test.each(['', 'a', '12345', ' \n ', 'a b c'])('%j is too short to be looked for', (value) => {
    expect(secretRedactor([value])(`x ${value} 12345 a b c y`)).toBe(`x ${value} 12345 a b c y`);
  });

  test.each([
    'sk-learn is a library, so is sk-something-without-any-number',
    'the word Bearer, and Authorization: none',
    'ghp_short eyJ.eyJ.x AKIA1234',
    '-----BEGIN CERTIFICATE----- abc',
    'a … b ... c',
    '100%41 &#x41; \\u0041 \\d {"a":"\\\\n"}',
  ])('%j', (text) => expect(secretRedactor(['unrelated-secret-1'])(text)).toBe(text));
});

describe('well-known credentials are secrets, anyone’s', () => {
  const key = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8';
  test.each([
    [`key sk-${key}!`, 'key ***!'],
    [`sk-ant-api03-${key} sk-proj-${key}`, '*** ***'],
    [`ghp_${key} ghs_${key}`, '*** ***'],
    [`github_pat_${key}`, '***'],
    [`glpat-${key} hf_${key} npm_${key}`, '*** *** ***'],
    ['AKIAIOSFODNN7EXAMPLE', '***'],
    [`AIza${key.slice(0, 35)}`, '***'],
    ['xoxb-123456789012-abc', '***'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.s5vAbCdEf', '***'],
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer ***'],
    ['{"authorization":"Basic dXNlcjpwYXNz"}', '{"authorization":"Basic ***"}'],
    ['{\\"Authorization\\": \\"token abcdef123\\"}', '{\\"Authorization\\": \\"token ***\\"}'],
    ["curl -H 'x-api-key: abcdef123456'", "curl -H 'x-api-key: ***'"],
    ['Authorization : Bearer  abc.def-123', 'Authorization : Bearer  ***'],
    ['{"x-api-key" : "abcdef123456"}', '{"x-api-key" : "***"}'],
    ['X-Api-Key=abcdef123456', 'X-Api-Key=***'],
    [`sk&#45;${key}`, '***'],
    ['a -----BEGIN RSA PRIVATE KEY-----\nMIIE+/=\n-----END RSA PRIVATE KEY----- b', 'a *** b'],
    ['{"k":"-----BEGIN PRIVATE KEY-----\\nMIIEabc\\n-----END PRIVATE KEY-----\\n"}', '{"k":"***\\n"}'],
    ['{"k":"-----BEGIN PRIVATE KEY-----\\nMIIE","n":1}', '{"k":"***","n":1}'],
  ])('%j', (text, redacted) => expect(secretRedactor([])(text)).toBe(redacted));

  test.each(['authorization: ', 'sk-', 'eyJ-', '-----BEGIN PRIVATE KEY-----', '\\', '&#1;', '%41', '…', ' '])(
    '%j five thousand times takes no more than a moment',
    (text) => expect(secretRedactor(['abcdef…ghijkl'])(text.repeat(5_000)).length).toBeGreaterThan(0),
  );
});
