export const importStrings = {} as const;
