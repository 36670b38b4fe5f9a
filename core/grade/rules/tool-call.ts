import stringify from 'fast-json-stable-stringify';
import type { RE2JS } from 're2js';
import type { ToolCall } from '../../trace/model';
import { fail, pass, skipped, type Check, type RuleKind, type RuleOf } from '../kind';
import { compilePattern } from '../pattern';
import { shown } from '../reasons';

type ToolRule = RuleOf<'tool_call'>;
type ArgumentTest = (argumentsOf: Readonly<Record<string, unknown>>) => boolean;

/** A tool was called, or was not. Looks at calls, never at text. */
export const toolCallRule: RuleKind<'tool_call'> = {
  type: 'tool_call',
  compile(rule) {
    const names = rule.any_of ?? (rule.tool === undefined ? [] : [rule.tool]);
    if ((rule.expect ?? 'called') === 'not_called') return notCalled(names);
    let tests: ReadonlyMap<string, ArgumentTest>;
    try {
      tests = testsOf(rule);
    } catch {
      return () => skipped('rule_unusable');
    }
    return called(rule, names, tests);
  },
};

/** Whatever its arguments. */
function notCalled(names: readonly string[]): Check {
  return ({ calls }) => {
    const found = calls.find((call) => names.includes(call.name));
    return found ? fail('tool_forbidden', { tool: shown(found.name) }) : pass('tool_absent', { tool: namesOf(names) });
  };
}

function called({ count = {} }: ToolRule, names: readonly string[], tests: ReadonlyMap<string, ArgumentTest>): Check {
  const { min: least = 1, max: most = Infinity } = count;
  const tool = namesOf(names);
  return ({ calls }) => {
    const named = calls.filter((call) => names.includes(call.name));
    const misfits = named.map((call) => misfitOf(call, tests));
    const fitting = misfits.filter((argument) => argument === undefined).length;
    if (fitting > most) return fail('called_too_often', { tool, count: fitting, most });
    if (fitting >= least) return pass('tool_called', { tool });
    if (named.length === 0) return fail('tool_not_called', { tool });
    const argument = misfits.find((one) => one !== undefined);
    return argument === undefined
      ? fail('called_too_rarely', { tool, count: fitting, least })
      : fail('argument_differs', { tool, argument: shown(argument) });
  };
}

function namesOf(names: readonly string[]): string {
  return shown(names.join(' or '));
}

/** The first argument that is not as asked. */
function misfitOf(call: ToolCall, tests: ReadonlyMap<string, ArgumentTest>): string | undefined {
  if (tests.size === 0) return undefined;
  const given = argumentsOf(call);
  return [...tests].find(([, fits]) => !fits(given))?.[0];
}

/** Arguments that cannot be read are none. */
function argumentsOf({ arguments: text }: ToolCall): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function testsOf({ args = {} }: ToolRule): ReadonlyMap<string, ArgumentTest> {
  return new Map(
    Object.entries(args).map(([name, { equals, matches, present }]) => {
      const wanted = equals === undefined ? undefined : stringify(equals);
      const pattern = matches === undefined ? undefined : compilePattern(matches);
      return [name, (given) => fits(Object.hasOwn(given, name) ? given[name] : undefined, { wanted, pattern, present })];
    }),
  );
}

/** An argument that is null was not given. */
function fits(
  value: unknown,
  { wanted, pattern, present }: { wanted?: string | undefined; pattern?: RE2JS | undefined; present?: boolean | undefined },
): boolean {
  const there = value !== undefined && value !== null;
  if (present !== undefined && there !== present) return false;
  if (wanted !== undefined && stringify(value ?? null) !== wanted) return false;
  return pattern === undefined || (there && pattern.test(typeof value === 'string' ? value : stringify(value)));
}
