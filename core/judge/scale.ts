/**
 * The distance between the scores of a scale; undefined: any number between its ends is one. Between whole numbers people
 * mean whole steps; between 0 and 1 they do not.
 */
export function stepOf({ min, max, step }: { min: number; max: number; step?: number | undefined }): number | undefined {
  return step ?? (Number.isInteger(min) && Number.isInteger(max) && max - min > 1 ? 1 : undefined);
}
