import type { SqlValue } from '../index/db';

/** A piece of SQL with its parameters; pieces are put together, values never become text. */
export interface Sql {
  readonly text: string;
  readonly params: readonly SqlValue[];
}

type Part = Sql | SqlValue;

/** sql`t.source = ${7}`: pieces are inserted, values become parameters. */
export function sql(strings: TemplateStringsArray, ...parts: readonly Part[]): Sql {
  let text = strings[0] ?? '';
  const params: SqlValue[] = [];
  parts.forEach((part, i) => {
    if (isSql(part)) {
      text += part.text;
      params.push(...part.params);
    } else {
      text += '?';
      params.push(part);
    }
    text += strings[i + 1] ?? '';
  });
  return { text, params };
}

export function raw(text: string): Sql {
  return { text, params: [] };
}

export function join(parts: readonly Sql[], separator: string): Sql {
  return { text: parts.map((part) => part.text).join(separator), params: parts.flatMap((part) => part.params) };
}

/** True when all hold; of none of them it is true. */
export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? raw('1 = 1') : join(conditions, ' and ');
}

export function any(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? raw('1 = 0') : sql`(${join(conditions, ' or ')})`;
}

export function isIn(column: string, values: readonly SqlValue[]): Sql {
  if (values.length === 0) return raw('1 = 0');
  return sql`${raw(column)} in (${join(
    values.map((value) => sql`${value}`),
    ', ',
  )})`;
}

function isSql(part: Part): part is Sql {
  return typeof part === 'object' && part !== null && 'text' in part;
}
