import type { Call, Engine, Handlers } from '../../core/protocol/engine';
import { never } from '../../core/lib/cancel';
import { Problem } from '../../core/lib/problem';
import { operations, type Method, type Params, type Parsed, type Result } from '../../core/protocol/operations';
import type { EngineContext } from './context';
import { datasetHandlers } from './datasets';
import { exportHandlers } from './exports';
import { feedbackHandlers } from './feedback';
import { gradeHandlers } from './grading';
import { intakeHandlers } from './intake';
import { judgeHandlers } from './judging';
import { labelHandlers } from './labels';
import { storeHandlers } from './maintenance';
import { Mending } from './mending';
import { reviewerNames } from './reviewer';
import { traceHandlers } from './traces';

/** The engine over one opened store: every operation of the table, parameters parsed here and nowhere else. */
export function makeEngine(context: EngineContext, reviewer: string): Engine {
  const handlers: Handlers = {
    ...intakeHandlers(context),
    ...traceHandlers(context),
    ...feedbackHandlers(context),
    ...labelHandlers(context),
    ...gradeHandlers(context),
    ...judgeHandlers(context),
    ...datasetHandlers(context),
    ...exportHandlers(context),
    ...storeHandlers(context),
  };
  const named = reviewerNames();
  const mending = new Mending(context.store);
  return {
    async call<M extends Method>(method: M, params: Params<M>, call: Partial<Call> = {}): Promise<Result<M>> {
      const handler = handlers[method] as (params: Parsed<M>, call: Call) => Promise<Result<M>>;
      const asked = parsed(method, params);
      const known: Call = {
        reviewer: named(call.reviewer ?? reviewer),
        act_id: call.act_id ?? context.ids.ulid(),
        cancel: call.cancel ?? never,
        report: call.report ?? (() => undefined),
      };
      return mending.past(operations[method], known.cancel, () => handler(asked, known));
    },
    onChange: (listener) => context.store.onChange(listener),
    close: () => context.store.close(),
  };
}

function parsed<M extends Method>(method: M, params: unknown): Parsed<M> {
  const result = operations[method].params.safeParse(params ?? {});
  if (result.success) return result.data as Parsed<M>;
  const issue = result.error.issues[0];
  const where = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  throw new Problem('usage', { reason: `${method}: ${issue?.message ?? 'parameters not understood'}${where}.` });
}
