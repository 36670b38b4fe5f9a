import { Problem } from '../../core/lib/problem';
import type { Engine } from '../../core/protocol/engine';

/** The beginning of an id, as screens show it; a whole one has 26 characters. */
const begin = /^[a-z2-7]{4,25}$/;

/**
 * Lets a command line name traces by the beginning of their ids, as screens show them. What begins no id is passed on
 * as it is, so that the engine says what is wrong with it.
 * @throws Problem `trace_ambiguous`
 */
export function withShortIds(engine: Engine): Engine {
  const whole = async (id: string): Promise<string> => {
    if (!begin.test(id)) return id;
    const { traces } = await engine.call('trace.find', { begin: id });
    const [found, other] = traces;
    if (other !== undefined) throw new Problem('trace_ambiguous', { begin: id, ids: traces.join(', ') });
    return found ?? id;
  };
  return {
    ...engine,
    async call(method, params, call) {
      const changes = {
        ...('trace' in params && typeof params.trace === 'string' ? { trace: await whole(params.trace) } : {}),
        ...('after' in params && typeof params.after === 'string' ? { after: await whole(params.after) } : {}),
        ...('traces' in params && isIds(params.traces) ? { traces: await Promise.all(params.traces.map(whole)) } : {}),
      };
      return engine.call(method, { ...params, ...changes }, call);
    },
  };
}

function isIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
