// An assistant with three tools: rules in place of a model. It must know things (capability), not waste calls and words
// (efficiency), and keep answering when the input or a tool is bad (robustness).
import { createInterface } from 'node:readline';
import { entities, tools } from './tools.mjs';

const INJECTION = /ignore (all |any )?(previous|prior|above)|you are now|system prompt/i;
const UNIT_NAMES = { metre: 'm', meter: 'm', kilometre: 'km', kilometer: 'km', feet: 'ft', foot: 'ft', mile: 'mi' };
const OPERATORS = {
  '+': '+',
  plus: '+',
  '-': '-',
  minus: '-',
  '*': '*',
  times: '*',
  '/': '/',
  'divided by': '/',
  '% of': '%',
};
const SYSTEM_TOKENS = 260;

function answer({ input, seed }) {
  const calls = [];
  const text = respond(input, use, seed);
  const said = Math.ceil(input.length / 4) + SYSTEM_TOKENS;
  const usage = {
    input_tokens: said * (calls.length + 1) + Math.ceil(JSON.stringify(calls).length / 4),
    // Sampling makes answers a little longer or shorter.
    output_tokens: Math.ceil(text.length / 4) + 15 * calls.length + (seed % 5),
  };
  return { output: text, tool_calls: calls, usage };

  /** Calls a tool. A tool that fails is something to talk about, never a reason to break down. */
  function use(name, args) {
    const call = { name, arguments: args, status: 'ok', result: null };
    calls.push(call);
    try {
      call.result = tools[name](args);
    } catch (error) {
      call.status = 'error';
      call.result = error.message;
    }
    return call;
  }
}

function respond(input, use, seed) {
  if (!/[\p{L}\p{N}]/u.test(input)) return 'I did not catch a question. What would you like to know?';
  if (INJECTION.test(input)) return 'I answer questions about numbers, units and geography; I stay with that.';
  const sum = readSum(input);
  if (sum) return aboutSum(use('calculate', sum));
  const conversion = readConversion(input);
  const found = readEntities(input).map((entity) => use('look_up', { entity }));
  if (found.length > 0) return aboutFacts(found, conversion, use, seed);
  if (conversion?.amount) return aboutConversion(use('convert', conversion));
  return 'I can calculate, convert units, and look up mountains, lakes and rivers.';
}

function readSum(input) {
  const pattern = /(-?\d+(?:\.\d+)?) ?(\+|-|\*|\/|plus|minus|times|divided by|% of) ?(-?\d+(?:\.\d+)?)/i;
  const [, left, operator, right] = pattern.exec(input) ?? [];
  return operator && { left: Number(left), operator: OPERATORS[operator.toLowerCase()], right: Number(right) };
}

/** `from` and `amount` are missing when the input only says which unit the answer should have. */
function readConversion(input) {
  const found = [
    ...input.toLowerCase().matchAll(/([\d,.]+)? ?\b(metre|meter|kilometre|kilometer|feet|foot|mile)s?\b/g),
  ];
  const units = found.map(([, amount, name]) => ({ amount, unit: UNIT_NAMES[name] }));
  const from = units.find(({ amount }) => amount);
  const to = units.find(({ amount }) => !amount);
  if (!to) return null;
  return from ? { amount: Number(from.amount.replace(',', '')), from: from.unit, to: to.unit } : { to: to.unit };
}

/** Names of known entities, one letter off allowed; or whatever the question seems to be about. */
function readEntities(input) {
  const words = input.toLowerCase().match(/\p{L}+/gu) ?? [];
  const phrases = words.flatMap((word, index) => [word, `${word} ${words[index + 1] ?? ''}`]);
  const known = entities.filter((entity) =>
    phrases.some((phrase) => distance(phrase, entity) <= (entity.length > 6 ? 2 : 0)),
  );
  if (known.length > 0) return known;
  const unknown = /\b(?:Mount|Lake|River) \p{Lu}\p{L}+/u.exec(input)?.[0];
  return unknown ? [unknown] : [];
}

function aboutSum({ status, result }) {
  return status === 'ok' ? `That makes ${Number(result.toPrecision(12))}.` : `That has no result: ${result}.`;
}

function aboutConversion({ arguments: { amount, from, to }, result }) {
  return `${amount} ${from} are ${result} ${to}.`;
}

function aboutFacts(found, conversion, use, seed) {
  const [down] = found.filter(({ status }) => status === 'error');
  const { entity } = down?.arguments ?? {};
  if (down?.result === 'not found') return `I don't know ${entity}.`;
  if (down) return `My source for ${entity} is not available at the moment; please try again later.`;
  const facts = found.map(({ result }) => result);
  if (facts.length > 1) {
    const [most] = facts.toSorted((left, right) => right.value - left.value);
    return `The ${most.entity}: ${facts.map(({ entity, value, unit }) => `${entity} ${value} ${unit}`).join(', ')}.`;
  }
  const [{ entity: name, value, unit }] = facts;
  const to = conversion?.to;
  if (!to || to === unit) return seed % 2 ? `It is ${value} ${unit}.` : `${value} ${unit}: ${name}.`;
  return aboutConversion(use('convert', { amount: value, from: unit, to }));
}

/** Levenshtein distance. */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1) {
      next.push(Math.min(next[at - 1] + 1, row[at] + 1, row[at - 1] + (letter === other[at - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1);
}

for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') console.log(JSON.stringify({ id: turn.id, ...answer(turn) }));
}
