import { plural } from '#common/words.ts';
import { type CheckFinding, sentenceOf, typography } from './finding.ts';
import type { TextFact } from './text-facts.ts';

/** What is found of an answer, a file or an output. */
export function textWords(fact: TextFact): CheckFinding {
  const { place, among } = fact;
  const own = ofText(fact, place === undefined ? 'the answer' : `the ${place.noun}`);
  if (place === undefined && among === undefined) return own;
  const sentence = sentenceOf(own);
  return {
    count: among === undefined ? null : `${among.held} of ${among.of} as expected`,
    detail: place === undefined ? sentence : `${place.where}${fact.kind === 'not_text' ? ' ' : ': '}${sentence}`,
  };
}

function ofText(fact: TextFact, noun: string): CheckFinding {
  switch (fact.kind) {
    case 'phrases':
      return {
        count: `${fact.found} of ${plural(fact.of, 'phrase')} found`,
        detail: fact.missing && `missing ${fact.missing} in ${fact.text}`,
      };
    case 'forbidden_phrases':
      return {
        count: `${fact.absent} of ${plural(fact.of, 'forbidden phrase')} absent`,
        detail: fact.found && `found ${fact.found} in ${fact.text}`,
      };
    case 'patterns':
      return {
        count: `${fact.found} of ${plural(fact.of, 'pattern')} found`,
        detail: fact.missing && `not found ${fact.missing} in ${fact.text}${typography(fact)}`,
      };
    case 'equal_text':
      return alone(equalText(fact, noun));
    case 'not_json':
      return alone(`${noun} is not JSON (${fact.problem}): ${fact.text}`);
    case 'schema':
      return alone(schemaWords(fact, noun));
    case 'invalid_schema':
      return alone(`the schema can't be used: ${fact.problem}`);
    case 'similarity': {
      const figures = `similarity ${roundScore(fact.similarity)}, at least ${roundScore(fact.least)} needed`;
      return alone(fact.text === null ? figures : `${figures}; got ${fact.text}`);
    }
    case 'no_answer':
      return alone('the agent gave no answer');
    case 'not_text':
      return alone('is a link, no UTF-8 text, or too large');
    case 'all_files':
      return { count: `${fact.held} of ${fact.of} as expected`, detail: null };
    case 'no_file':
      return alone(fact.code === null ? `${fact.glob} does not exist` : `no file matches ${fact.glob}`);
    case 'file_exists':
      return alone(`${fact.path} exists, and nothing that matches ${fact.glob} may`);
    case 'files_match':
      return alone(`${fact.glob}: ${plural(fact.files, 'file')}`);
    case 'too_many_files':
      return alone(`more files match ${fact.glob} than are read`);
    case 'not_kept':
      return alone(`the workspace is gone, and what matched ${fact.glob} was not kept`);
  }
}

function alone(detail: string): CheckFinding {
  return { count: null, detail };
}

function equalText({ difference }: Extract<TextFact, { kind: 'equal_text' }>, noun: string): string {
  if (difference === null) return `${noun} is the expected text`;
  return `differs at character ${difference.at + 1}: expected ${difference.expected}, got ${difference.actual}${typography(difference)}`;
}

function schemaWords({ code, violation }: Extract<TextFact, { kind: 'schema' }>, noun: string): string {
  if (code === null) return `${noun} satisfies the schema`;
  if (violation === null) return `${noun} does not satisfy the schema`;
  return `at ${violation.at ?? noun}: ${violation.problem} (${violation.rule})`;
}

/** A score or similarity as people read it. */
export function roundScore(value: number): string {
  return String(Math.floor(value * 1e4 + 1e-6) / 1e4);
}
