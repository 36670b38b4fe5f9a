import type { Grader, GraderRule } from './schema';

/** The grader with the schemas that are named by file put in their place; one that cannot be read stays a name. */
export function withSchemas(grader: Grader, read: (file: string) => string | undefined): Grader {
  return { ...grader, rules: grader.rules.map((rule) => withSchema(rule, read)) };
}

function withSchema(rule: GraderRule, read: (file: string) => string | undefined): GraderRule {
  if (rule.type !== 'json' || typeof rule.schema !== 'string') return rule;
  const schema = schemaIn(read(rule.schema));
  return schema ? { ...rule, schema } : rule;
}

function schemaIn(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
