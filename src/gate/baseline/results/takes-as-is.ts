import * as z from 'zod';
import { isJsonObject } from '#common/json.ts';

type Test = (value: unknown) => boolean;

/**
 * Whether a schema surely takes values of JSON as they are, so that reading them gives them again: told several times as fast as by
 * reading. False: perhaps not, the schema itself says.
 */
export function takesAsIs(schema: z.core.$ZodType): Test {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const checks = (def.checks ?? []).map(({ _zod }) => (_zod as z.core.$ZodChecks['_zod']).def);
  const limits = checks.map(limitOf);
  const isOf = typeTest(def);
  return limits.length === 0 ? isOf : (value) => isOf(value) && limits.every((holds) => holds(value));
}

/** Whether a value of the right type keeps a limit. */
function limitOf(check: z.core.$ZodChecks['_zod']['def']): Test {
  switch (check.check) {
    case 'max_length':
      return (value) => (value as { readonly length: number }).length <= check.maximum;
    case 'greater_than':
      return (value) => Number(value) > Number(check.value) || (check.inclusive && value === check.value);
    case 'less_than':
      return (value) => Number(value) < Number(check.value) || (check.inclusive && value === check.value);
    case 'overwrite':
      return (value) => check.tx(value) === value;
    default:
      return NEVER;
  }
}

function typeTest(def: z.core.$ZodTypes['_zod']['def']): Test {
  switch (def.type) {
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'string':
      return 'format' in def ? NEVER : (value) => typeof value === 'string';
    case 'number':
      return 'format' in def ? (def.format === 'safeint' ? Number.isSafeInteger : NEVER) : Number.isFinite;
    case 'enum': {
      const entries = new Set<unknown>(Object.values(def.entries));
      return (value) => typeof value === 'string' && entries.has(value);
    }
    case 'nullable': {
      const inner = takesAsIs(def.innerType);
      return (value) => value === null || inner(value);
    }
    case 'optional':
    case 'default':
      return takesAsIs(def.innerType);
    case 'pipe': {
      const inner = takesAsIs(def.in);
      return (value) => inner(value) && z.safeParse(def.out, value).data === value;
    }
    case 'unknown':
      return () => true;
    case 'array': {
      const element = takesAsIs(def.element);
      return (value) => Array.isArray(value) && value.every(element);
    }
    case 'object':
      return def.catchall ? NEVER : objectTest(def.shape);
    default:
      return NEVER;
  }
}

/** All its keys are known, and those that reading would fill in are there. */
function objectTest(shape: z.core.$ZodShape): Test {
  const fields = Object.entries(shape).map(([key, field]) => {
    const mayLack = (field as z.core.$ZodTypes)._zod.def.type === 'optional';
    return { key, mayLack, takes: takesAsIs(field) };
  });
  return (value) => {
    if (!isJsonObject(value)) return false;
    let known = 0;
    for (const { key, mayLack, takes } of fields) {
      const inner = value[key];
      if (inner !== undefined) known += 1;
      if (inner === undefined ? !mayLack : !takes(inner)) return false;
    }
    return Object.keys(value).length === known;
  };
}

const NEVER: Test = () => false;
