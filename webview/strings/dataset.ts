export const datasetStrings = {} as const;
