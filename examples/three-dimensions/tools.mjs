// The three tools. Each takes the arguments of a call and returns its result, or throws.

const FACTS = {
  'mount kilimanjaro': { kind: 'mountain', value: 5895, unit: 'm' },
  'mount everest': { kind: 'mountain', value: 8849, unit: 'm' },
  'lake baikal': { kind: 'lake', value: 1642, unit: 'm' },
  'lake tanganyika': { kind: 'lake', value: 1470, unit: 'm' },
  danube: { kind: 'river', value: 2850, unit: 'km' },
  rhine: { kind: 'river', value: 1230, unit: 'km' },
  nile: { kind: 'river', value: 6650, unit: 'km' },
};

const UNITS = { m: 1, km: 1000, ft: 0.3048, mi: 1609.344 };

/** Kinds whose part of the encyclopedia is down, as the config's `env` says. */
const outages = (process.env.LOOKUP_OUTAGE ?? '').split(',');

export const tools = {
  look_up({ entity }) {
    const fact = FACTS[entity.toLowerCase()];
    if (!fact) throw new Error('not found');
    if (outages.includes(entity.toLowerCase())) throw new Error('503 service unavailable');
    return { entity, ...fact };
  },
  calculate({ left, operator, right }) {
    if (operator === '/' && right === 0) throw new Error('division by zero');
    return { '+': left + right, '-': left - right, '*': left * right, '/': left / right, '%': (left / 100) * right }[
      operator
    ];
  },
  convert({ amount, from, to }) {
    return Number(((amount * UNITS[from]) / UNITS[to]).toPrecision(5));
  },
};

export const entities = Object.keys(FACTS);
