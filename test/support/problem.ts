import { Problem, type ProblemCode } from '../../core/lib/problem';

/** For `assert.rejects`: the problem with this code, whatever its arguments. */
export function isProblem(code: ProblemCode): (error: unknown) => boolean {
  return (error) => error instanceof Problem && error.code === code;
}
